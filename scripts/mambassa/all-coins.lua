-- Four coins are a hand of their own, between a tris and a long sequence.
local worth = { A = 11, K = 10, H = 10, J = 10 }

---@type mambassa.Rule
local rule = {
  api = 1,
  game = "mambassa",
  name = "All coins",
  about = "Four coins beat a tris; between two such hands the higher total wins.",
  hooks = {
    rank_hand = function(base, cards)
      local total = 0
      for _, card in ipairs(cards) do
        if card.suit ~= "D" then
          return base
        end
        total = total + (worth[card.rank] or tonumber(card.rank) or 0)
      end
      return math.max(base, 29000 + total) -- a tris has 20000 and something, a long sequence 30000
    end,
  },
}

return rule
