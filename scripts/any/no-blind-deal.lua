-- Throws a deal in when a hand has nothing above the middle rank. It is for every game: it asks the pieces alone.

---@param piece any.Piece
---@return integer
local function worth(piece)
  return piece.order or piece.high + piece.low -- tiles have no rank order
end

-- The worth in the middle of all that was dealt, each worth counted once.
---@param deal any.Deal
---@return integer
local function middle(deal)
  local seen, ranks = {}, {}
  local function add(pieces)
    for _, piece in ipairs(pieces) do
      local rank = worth(piece)
      if not seen[rank] then
        seen[rank] = true
        table.insert(ranks, rank)
      end
    end
  end
  for _, hand in ipairs(deal.hands) do
    add(hand)
  end
  for _, pile in pairs(deal.piles) do
    add(pile)
  end
  table.sort(ranks)
  return ranks[math.ceil(#ranks / 2)]
end

---@type any.Rule
local rule = {
  api = 1,
  game = "*",
  name = "No blind deal",
  about = "A deal is thrown in when a hand has nothing above the middle rank.",
  hooks = {
    redeal = function(base, deal)
      local bar = middle(deal)
      for _, hand in ipairs(deal.hands) do
        local blind = #hand > 0 -- a seat that is out has no cards
        for _, piece in ipairs(hand) do
          blind = blind and worth(piece) <= bar
        end
        if blind then
          return true
        end
      end
      return base
    end,
  },
}

return rule
