-- A long escalera without a wild card earns something on top.
---@type table<string, integer>
local opt = parlour.options {
  bonus = { default = 10, min = 1, max = 100, about = "points for each clean escalera" },
  length = { default = 7, min = 3, max = 13, about = "how many cards it needs" },
}

---@param meld loba-de-mas.Meld
---@return boolean
local function is_clean(meld)
  return meld.kind == "escalera" and meld.wilds == 0 and #meld.cards >= opt.length
end

---@type loba-de-mas.Rule
local rule = {
  api = 1,
  game = "loba-de-mas",
  name = "Clean run bonus",
  about = "10 points for an escalera of seven or more cards without a wild one.",
  hooks = {
    score_round = function(base, settlement)
      for seat, melds in ipairs(settlement.melds) do
        for _, meld in ipairs(melds) do
          if is_clean(meld) then
            base[seat] = base[seat] + opt.bonus
          end
        end
      end
      return base
    end,
  },
}

return rule
