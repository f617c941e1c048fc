-- No deal is wasted.

---@type king-pedro.Rule
local rule = {
  api = 1,
  game = "king-pedro",
  name = "Dealer forced",
  about = "When three seats have passed, the dealer must bid.",
  rules = { all_pass = "dealer_forced" },
}

return rule
