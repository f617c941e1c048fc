-- The left pedro gets company: the king and the nine of the other suit of the colour are trumps as well, each just
-- below its like.
local partner = { S = "C", C = "S", H = "D", D = "H" }
local rank = { K = 125, ["9"] = 85 } -- the king of trumps has 130, the nine 90

---@type king-pedro.Rule
local rule = {
  api = 1,
  game = "king-pedro",
  name = "Double king",
  about = "The other king and nine of the colour are trumps too.",
  hooks = {
    trump_rank = function(base, card, trump)
      if card.suit == partner[trump] and rank[card.rank] then
        return rank[card.rank]
      end
      return base
    end,
  },
}

return rule
