---@meta
-- Mambassa: types for editors, written by `parlour house stubs`.

---@class mambassa.Card
---@field face string as it is written: `KD`
---@field rank string `A`, `K`, `H`, `J`, `7` to `2`
---@field suit string `D`, `S`, `C` or `B`
---@field order integer its place in the game's rank order, higher is higher

---@class mambassa.View
---@field seat integer the seat that acts, from 1
---@field hand mambassa.Card[] its hand
---@field facts table<string, string> what holds: the name of a fact to its value
---@field zones table<string, mambassa.Card[]> the open pieces of each zone that it sees, by the zone's name

---@class mambassa.Deal
---@field round integer the round, from 1
---@field dealer integer the seat that deals, from 1
---@field hands mambassa.Card[][] what each seat was dealt
---@field piles table<string, mambassa.Card[]> the piles by their names, the top first

---@class mambassa.Settlement
---@field round integer the round, from 1
---@field dealer integer the seat that dealt, from 1
---@field points integer[] the round's points, by side
---@field totals integer[] the totals before it, by side
---@field hands mambassa.Card[][] what each seat holds at the end
---@field [string] any what the game adds

---@class mambassa.Standing
---@field round integer the round that was added up, from 1
---@field totals integer[] the totals, by side

---@class mambassa.Rules
---@field tokens? integer Tokens that each seat starts with (a whole number from 1 to 20; 4 by default)
---@field ante? integer Tokens that each seat pays into the pool before the first deal; fewer than it has (a whole number from 0 to 5; 1 by default)
---@field max_turns? integer In this turn of a seat in a round, its turn counts as a knock whatever it did (a whole number from 2 to 100; 20 by default)
---@field ace_low_sequences? boolean Whether 3 2 A and 4 3 2 A of a suit are sequences too, ranked by the 3 and the 4 (true or false; false by default)
---@field dealer_peek? boolean Whether the dealer looks at the top four cards and may keep them; if not, the dealer always leaves them (true or false; true by default)
---@field mambassa_pays? integer Tokens that every other seat pays when a Mambassa is declared (a whole number from 0 to 5; 1 by default)
---@field max_rounds? integer Rounds after which the game ends and the most tokens win (a whole number from 1 to 10000; 500 by default)

---@class mambassa.Hooks
---@field rank_hand? fun(base: integer, cards: mambassa.Card[]): integer The rank of a hand (its four cards from high to low) at the showdown, larger is better. The lowest pays. Ten thousand times the kind (points 0, short sequence 1, tris 2, long sequence 3, quartina 4, quarantuna 5, mambassa 6) plus the order inside the kind. Declarations do not ask it.
---@field may_knock? fun(base: boolean, seat: integer, turn: integer): boolean Whether the seat may knock in its turn of this number in the round, the first being 1; turn 0 is the dealer who would keep the top four cards. Not asked after a knock, nor in turn `max_turns`.
---@field legal? fun(base: string[], view: mambassa.View): string[] Which of the legal actions stay: a list of notations out of base, at least one.
---@field redeal? fun(base: boolean, deal: mambassa.Deal): boolean Whether the deal is thrown in; after 100 the last one stands.
---@field score_round? fun(base: integer[], settlement: mambassa.Settlement): integer[] The points of the round, one number for each side.
---@field game_over? fun(base: integer[]|false, standing: mambassa.Standing): integer[]|false false, or the list of the sides that have won.

---@class mambassa.Rule
---@field api 1
---@field game "mambassa"
---@field name string
---@field about? string
---@field rules? mambassa.Rules
---@field hooks? mambassa.Hooks
