-- For when it is late.

---@type mambassa.Rule
local rule = {
  api = 1,
  game = "mambassa",
  name = "Short night",
  about = "Each seat starts with three tokens.",
  rules = { tokens = 3 },
}

return rule
