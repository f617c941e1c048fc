-- The card that is turned up at the deal says how little deadwood a knock needs, and a spade doubles the stakes.
---@type table<string, integer>
local opt = parlour.options {
  factor = { default = 2, min = 1, max = 5, about = "what the stakes are multiplied by when the upcard is a spade" },
}

local pips = { A = 1, T = 10, J = 10, Q = 10, K = 10 }

---@param card knock-rummy.Card
---@return integer
local function limit(card)
  return pips[card.rank] or tonumber(card.rank) or 0
end

---@type knock-rummy.Rule
local rule = {
  api = 1,
  game = "knock-rummy",
  name = "Oklahoma",
  about = "The upcard sets the most deadwood for a knock; a spade doubles the stakes.",
  hooks = {
    may_knock = function(base, seat, deadwood, turn, upcard)
      return base and deadwood <= limit(upcard)
    end,
    score_round = function(base, settlement)
      if settlement.upcard.suit == "S" then
        for seat, stake in ipairs(base) do
          base[seat] = stake * opt.factor
        end
      end
      return base
    end,
  },
}

return rule
