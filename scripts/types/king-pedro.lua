---@meta
-- King Pedro: types for editors, written by `parlour house stubs`.

---@class king-pedro.Card
---@field face string as it is written: `KH`, `*` for a joker
---@field rank string `A`, `2` to `9`, `T`, `J`, `Q`, `K`
---@field suit string `S`, `H`, `D` or `C`
---@field order integer its place in the game's rank order, higher is higher
---@field color string `red` or `black`
---@field joker boolean? true for a joker

---@alias king-pedro.Suit "S"|"H"|"D"|"C"

---@class king-pedro.View
---@field seat integer the seat that acts, from 1
---@field hand king-pedro.Card[] its hand
---@field facts table<string, string> what holds: the name of a fact to its value
---@field zones table<string, king-pedro.Card[]> the open pieces of each zone that it sees, by the zone's name

---@class king-pedro.Deal
---@field round integer the round, from 1
---@field dealer integer the seat that deals, from 1
---@field hands king-pedro.Card[][] what each seat was dealt
---@field piles table<string, king-pedro.Card[]> the piles by their names, the top first

---@class king-pedro.Settlement
---@field round integer the round, from 1
---@field dealer integer the seat that dealt, from 1
---@field points integer[] the round's points, by side
---@field totals integer[] the totals before it, by side
---@field hands king-pedro.Card[][] what each seat holds at the end
---@field [string] any what the game adds

---@class king-pedro.Standing
---@field round integer the round that was added up, from 1
---@field totals integer[] the totals, by side

---@class king-pedro.Rules
---@field target? integer Points that a side must reach on a bid that it made (a whole number from 20 to 1000; 200 by default)
---@field lose_at? integer A side at this total or below loses at once; 0 for never (a whole number from -1000 to 0; -100 by default)
---@field min_bid? integer The lowest bid (a whole number from 1 to 100; 30 by default)
---@field hand_size? integer Cards in each hand; the rest of the pack is the kitty (a whole number from 6 to 12; 12 by default)
---@field kitty_to_bidder? integer How many cards of the kitty go to the highest bidder; the others stay out of the round (a whole number from 0 to 16; 4 by default)
---@field keep? integer Cards to which each hand is reduced before the play (a whole number from 4 to 12; 6 by default)
---@field all_pass? "next_dealer"|"same_dealer"|"dealer_forced" When nobody bids: the next dealer deals, the same dealer deals again, or the dealer must bid the lowest bid (next_dealer, same_dealer or dealer_forced; next_dealer by default)
---@field king_points? integer What the king of trumps is worth (a whole number from 0 to 100; 30 by default)
---@field must_win_on_bid? boolean Whether a side wins only on a bid of its own; otherwise the higher total that has reached the target wins (true or false; true by default)
---@field max_rounds? integer Rounds after which the game ends in any case (a whole number from 1 to 10000; 500 by default)

---@class king-pedro.Hooks
---@field card_points? fun(base: integer, card: king-pedro.Card, trump: king-pedro.Suit): integer What a trump is worth; a trump worth more than 0 is a scoring card.
---@field trump_rank? fun(base: integer?, card: king-pedro.Card, trump: king-pedro.Suit): integer? The rank of a trump, higher beats lower; nil for a card that is no trump. 10 for the 2, 20 for the 3 and so on to 140 for the ace, with 40 for the left pedro and 50 for the right one.
---@field may_play? fun(base: boolean, card: king-pedro.Card, led: king-pedro.Card?, trump: king-pedro.Suit): boolean Whether a card may be played when this one was led (nil: it leads). A seat that has such cards must play one of them.
---@field legal? fun(base: string[], view: king-pedro.View): string[] Which of the legal actions stay: a list of notations out of base, at least one.
---@field redeal? fun(base: boolean, deal: king-pedro.Deal): boolean Whether the deal is thrown in; after 100 the last one stands.
---@field score_round? fun(base: integer[], settlement: king-pedro.Settlement): integer[] The points of the round, one number for each side.
---@field game_over? fun(base: integer[]|false, standing: king-pedro.Standing): integer[]|false false, or the list of the sides that have won.

---@class king-pedro.Rule
---@field api 1
---@field game "king-pedro"
---@field name string
---@field about? string
---@field rules? king-pedro.Rules
---@field hooks? king-pedro.Hooks
