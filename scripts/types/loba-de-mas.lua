---@meta
-- Loba de Más: types for editors, written by `parlour house stubs`.

---@class loba-de-mas.Card
---@field face string as it is written: `KH`, `*` for a joker
---@field rank string `A`, `2` to `9`, `T`, `J`, `Q`, `K`
---@field suit string `S`, `H`, `D` or `C`
---@field order integer its place in the game's rank order, higher is higher
---@field color string `red` or `black`
---@field joker boolean? true for a joker

---@alias loba-de-mas.MeldKind "pierna"|"escalera"

---@class loba-de-mas.Meld
---@field kind loba-de-mas.MeldKind `pierna` or `escalera`
---@field cards loba-de-mas.Card[] the cards as they lie, those of an escalera from low to high
---@field wilds integer how many of the cards are wild
---@field low integer the lowest place of an escalera, 1 = ace low to 14 = ace high; 0 for a pierna
---@field high integer the highest place of an escalera; 0 for a pierna
---@field points integer what it counts

---@class loba-de-mas.View
---@field seat integer the seat that acts, from 1
---@field hand loba-de-mas.Card[] its hand
---@field facts table<string, string> what holds: the name of a fact to its value
---@field zones table<string, loba-de-mas.Card[]> the open pieces of each zone that it sees, by the zone's name

---@class loba-de-mas.Deal
---@field round integer the round, from 1
---@field dealer integer the seat that deals, from 1
---@field hands loba-de-mas.Card[][] what each seat was dealt
---@field piles table<string, loba-de-mas.Card[]> the piles by their names, the top first

---@class loba-de-mas.Settlement
---@field round integer the round, from 1
---@field dealer integer the seat that dealt, from 1
---@field points integer[] the round's points, by side
---@field totals integer[] the totals before it, by side
---@field hands loba-de-mas.Card[][] what each seat holds at the end
---@field [string] any what the game adds

---@class loba-de-mas.Standing
---@field round integer the round that was added up, from 1
---@field totals integer[] the totals, by side

---@class loba-de-mas.Rules
---@field target? integer Points that end the game (a whole number from 20 to 1000; 150 by default)
---@field hand_size? integer Cards dealt to each seat (a whole number from 5 to 15; 11 by default)
---@field jokers? integer Jokers in the pack (a whole number from 0 to 4; 4 by default)
---@field twos_wild? boolean Whether a two may stand for another card in an escalera (true or false; true by default)
---@field going_out_bonus? integer Points for going out (a whole number from 0 to 100; 5 by default)
---@field one_turn_bonus? integer Points for each other seat for going out in a single turn (a whole number from 0 to 100; 5 by default)
---@field max_wilds_per_escalera? integer The most wild cards in an escalera (a whole number from 0 to 13; 13 by default)
---@field open_discard? boolean Whether the whole discard pile is taken; if not, its top card alone, which is always barred (true or false; true by default)
---@field stake? integer What each seat puts into the pot at the start (a whole number from 0 to 1000; 1 by default)
---@field stall_limit? integer Turns in a row that take the discard pile before the round ends (a whole number from 2 to 200; 12 by default)
---@field max_rounds? integer Rounds after which the game ends, whatever the points (a whole number from 1 to 10000; 500 by default)

---@class loba-de-mas.Hooks
---@field meld_points? fun(base: integer, card: loba-de-mas.Card, kind: loba-de-mas.MeldKind, place: integer): integer What a card counts in a meld; `place` is what it stands for in an escalera, from 1 (ace low) to 14 (ace high), and 0 in a pierna.
---@field hand_points? fun(base: integer, card: loba-de-mas.Card): integer What a card left in the hand costs at the end of the round.
---@field may_meld? fun(base: boolean, seat: integer, meld: loba-de-mas.Meld): boolean Whether the seat may have this meld: asked for the meld as it would be after a new meld, an `add` or a `move`.
---@field legal? fun(base: string[], view: loba-de-mas.View): string[] Which of the legal actions stay: a list of notations out of base, at least one.
---@field redeal? fun(base: boolean, deal: loba-de-mas.Deal): boolean Whether the deal is thrown in; after 100 the last one stands.
---@field score_round? fun(base: integer[], settlement: loba-de-mas.Settlement): integer[] The points of the round, one number for each side.
---@field game_over? fun(base: integer[]|false, standing: loba-de-mas.Standing): integer[]|false false, or the list of the sides that have won.

---@class loba-de-mas.Rule
---@field api 1
---@field game "loba-de-mas"
---@field name string
---@field about? string
---@field rules? loba-de-mas.Rules
---@field hooks? loba-de-mas.Hooks
