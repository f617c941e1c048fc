-- An escalera is mostly made of natural cards.
local opt = parlour.options {
  most = { default = 2, min = 0, max = 12, about = "the most wild cards in an escalera" },
}

---@type loba-de-mas.Rule
local rule = {
  api = 1,
  game = "loba-de-mas",
  name = "Two wilds",
  about = "At most two wild cards in an escalera.",
  rules = { max_wilds_per_escalera = opt.most },
}

return rule
