-- The ace stands below the two as well.

---@type mambassa.Rule
local rule = {
  api = 1,
  game = "mambassa",
  name = "Low ace",
  about = "3 2 A and 4 3 2 A are sequences.",
  rules = { ace_low_sequences = true },
}

return rule
