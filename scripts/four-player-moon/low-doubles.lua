-- A double is the lowest of its suit. Where the doubles are trumps they keep their order.

---@type four-player-moon.Rule
local rule = {
  api = 1,
  game = "four-player-moon",
  name = "Low doubles",
  about = "A double is the lowest tile of its suit.",
  hooks = {
    tile_rank = function(base, tile, suit, trump)
      if tile.double and suit ~= "doubles" then
        return -10 -- below the blank, which has 0
      end
      return base
    end,
  },
}

return rule
