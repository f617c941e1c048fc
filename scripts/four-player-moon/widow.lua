-- A middle to take from, as three players have it.

---@type four-player-moon.Rule
local rule = {
  api = 1,
  game = "four-player-moon",
  name = "Widow",
  about = "Six tiles each, and four in the middle: the bidder takes one and buries one.",
  rules = { hand_size = 6 },
}

return rule
