-- A long evening.

---@type loba-de-mas.Rule
local rule = {
  api = 1,
  game = "loba-de-mas",
  name = "Long game",
  about = "The game goes to 500.",
  rules = { target = 500 },
}

return rule
