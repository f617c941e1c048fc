-- Pedro as it was before the king came in: 14 points a round.

---@type king-pedro.Rule
local rule = {
  api = 1,
  game = "king-pedro",
  name = "Classic Pedro",
  about = "The king of trumps is worth nothing; bids start at 7; the game goes to 62.",
  rules = { king_points = 0, min_bid = 7, target = 62 },
}

return rule
