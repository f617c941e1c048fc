---@meta
-- Knock Rummy: types for editors, written by `parlour house stubs`.

---@class knock-rummy.Card
---@field face string as it is written: `KH`, `*` for a joker
---@field rank string `A`, `2` to `9`, `T`, `J`, `Q`, `K`
---@field suit string `S`, `H`, `D` or `C`
---@field order integer its place in the game's rank order, higher is higher
---@field color string `red` or `black`
---@field joker boolean? true for a joker

---@class knock-rummy.View
---@field seat integer the seat that acts, from 1
---@field hand knock-rummy.Card[] its hand
---@field facts table<string, string> what holds: the name of a fact to its value
---@field zones table<string, knock-rummy.Card[]> the open pieces of each zone that it sees, by the zone's name

---@class knock-rummy.Deal
---@field round integer the round, from 1
---@field dealer integer the seat that deals, from 1
---@field hands knock-rummy.Card[][] what each seat was dealt
---@field piles table<string, knock-rummy.Card[]> the piles by their names, the top first

---@class knock-rummy.Settlement
---@field round integer the round, from 1
---@field dealer integer the seat that dealt, from 1
---@field points integer[] the round's points, by side
---@field totals integer[] the totals before it, by side
---@field hands knock-rummy.Card[][] what each seat holds at the end
---@field [string] any what the game adds

---@class knock-rummy.Standing
---@field round integer the round that was added up, from 1
---@field totals integer[] the totals, by side

---@class knock-rummy.Rules
---@field rounds? integer Rounds in a game; the stakes are added up (a whole number from 1 to 100; 1 by default)
---@field hand_size_two? integer Cards dealt to each seat where two play (a whole number from 3 to 12; 10 by default)
---@field hand_size_many? integer Cards dealt to each seat where three to five play (a whole number from 3 to 9; 7 by default)
---@field knock_limit? integer The most deadwood, after the discard, with which a seat may knock; -1 for no limit (a whole number from -1 to 100; -1 by default)
---@field knock_from_turn? integer The first turn of a seat in which it may knock (a whole number from 1 to 10; 1 by default)
---@field undercut_penalty? integer What a knocker who did not have the least pays on top (a whole number from 0 to 100; 10 by default)
---@field rummy_bonus? integer What each other seat pays on top to a knocker without deadwood (a whole number from 0 to 100; 25 by default)
---@field ace_high_runs? boolean Whether Q K A is a run as well. No run goes round the corner (true or false; false by default)
---@field stall_limit? integer How many turns in a row may take the top discard before the round ends (a whole number from 2 to 200; 12 by default)

---@class knock-rummy.Hooks
---@field card_points? fun(base: integer, card: knock-rummy.Card): integer What a card counts as deadwood.
---@field may_knock? fun(base: boolean, seat: integer, deadwood: integer, turn: integer, upcard: knock-rummy.Card): boolean Whether a seat may knock in its turn with this number (from 1), being left with this deadwood; upcard is the card that was turned up at the deal.
---@field legal? fun(base: string[], view: knock-rummy.View): string[] Which of the legal actions stay: a list of notations out of base, at least one.
---@field redeal? fun(base: boolean, deal: knock-rummy.Deal): boolean Whether the deal is thrown in; after 100 the last one stands.
---@field score_round? fun(base: integer[], settlement: knock-rummy.Settlement): integer[] The points of the round, one number for each side.
---@field game_over? fun(base: integer[]|false, standing: knock-rummy.Standing): integer[]|false false, or the list of the sides that have won.

---@class knock-rummy.Rule
---@field api 1
---@field game "knock-rummy"
---@field name string
---@field about? string
---@field rules? knock-rummy.Rules
---@field hooks? knock-rummy.Hooks
