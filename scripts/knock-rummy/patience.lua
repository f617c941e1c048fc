-- Nobody knocks before the others have had time to meld.
local opt = parlour.options {
  turns = { default = 2, min = 1, max = 9, about = "how many turns of a seat pass before it may knock" },
}

---@type knock-rummy.Rule
local rule = {
  api = 1,
  game = "knock-rummy",
  name = "Patience",
  about = "No knock on the first two turns of a seat.",
  rules = { knock_from_turn = opt.turns + 1 },
}

return rule
