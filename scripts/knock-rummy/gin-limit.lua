-- A knock needs little deadwood, as in Gin.
local opt = parlour.options {
  most = { default = 10, min = 0, max = 100, about = "the most deadwood with which a seat may knock" },
}

---@type knock-rummy.Rule
local rule = {
  api = 1,
  game = "knock-rummy",
  name = "Gin limit",
  about = "A seat may knock with at most 10 deadwood.",
  rules = { knock_limit = opt.most },
}

return rule
