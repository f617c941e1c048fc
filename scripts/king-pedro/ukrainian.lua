-- The ten and the nine of trumps are worth their pips.
local points = { T = 10, ["9"] = 9 }

---@type king-pedro.Rule
local rule = {
  api = 1,
  game = "king-pedro",
  name = "Ukrainian",
  about = "The ten of trumps is worth 10 and the nine 9; the game goes to 262.",
  rules = { target = 262 },
  hooks = {
    card_points = function(base, card, trump)
      if card.suit == trump and points[card.rank] then
        return points[card.rank]
      end
      return base
    end,
  },
}

return rule
