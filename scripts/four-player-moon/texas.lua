-- Doubles belong to their suits, whatever is bid.

---@type four-player-moon.Rule
local rule = {
  api = 1,
  game = "four-player-moon",
  name = "Texas",
  about = "Doubles cannot be named as trumps.",
  rules = { doubles_trump = false },
}

return rule
