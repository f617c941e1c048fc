---@meta
-- Four-Player Moon: types for editors, written by `parlour house stubs`.

---@class four-player-moon.Tile
---@field face string as it is written: `63`
---@field high integer the higher number of pips
---@field low integer the lower number of pips
---@field double boolean whether both are the same

---@alias four-player-moon.Suit integer|"doubles"

---@alias four-player-moon.Trump "0"|"1"|"2"|"3"|"4"|"5"|"6"|"doubles"|"none"

---@class four-player-moon.View
---@field seat integer the seat that acts, from 1
---@field hand four-player-moon.Tile[] its hand
---@field facts table<string, string> what holds: the name of a fact to its value
---@field zones table<string, four-player-moon.Tile[]> the open pieces of each zone that it sees, by the zone's name

---@class four-player-moon.Deal
---@field round integer the round, from 1
---@field dealer integer the seat that deals, from 1
---@field hands four-player-moon.Tile[][] what each seat was dealt
---@field piles table<string, four-player-moon.Tile[]> the piles by their names, the top first

---@class four-player-moon.Settlement
---@field round integer the round, from 1
---@field dealer integer the seat that dealt, from 1
---@field points integer[] the round's points, by side
---@field totals integer[] the totals before it, by side
---@field hands four-player-moon.Tile[][] what each seat holds at the end
---@field [string] any what the game adds

---@class four-player-moon.Standing
---@field round integer the round that was added up, from 1
---@field totals integer[] the totals, by side

---@class four-player-moon.Rules
---@field target? integer Points that a side must reach (a whole number from 7 to 500; 21 by default)
---@field hand_size? integer Tiles in each hand; with fewer than 7 the others lie in the middle, and the highest bidder exchanges one (a whole number from 4 to 7; 7 by default)
---@field min_bid? integer The lowest bid (a whole number from 1 to 7; 4 by default)
---@field moon_bid? integer The number that is bid for all tricks, won if they are taken and lost if not (a whole number from 8 to 100; 21 by default)
---@field doubles_trump? boolean Whether the doubles may be named as trumps (true or false; true by default)
---@field no_trump? boolean Whether no trumps may be named (true or false; true by default)
---@field opponents_score? boolean Whether the side that did not bid scores its tricks (true or false; true by default)
---@field all_pass? "redeal"|"last_must_bid" When nobody bids: deal again, or the fourth seat may not pass (redeal or last_must_bid; redeal by default)
---@field bidder_goes_out? boolean Whether the bidding side wins if it made its bid and both sides have reached the target (true or false; false by default)
---@field max_rounds? integer Rounds after which the game ends in any case (a whole number from 1 to 10000; 500 by default)

---@class four-player-moon.Hooks
---@field tile_rank? fun(base: integer, tile: four-player-moon.Tile, suit: four-player-moon.Suit, trump: four-player-moon.Trump): integer The order inside a suit, asked for each tile of the suit: higher beats lower. 70 for the double, else ten times the other number; among doubles ten times the number.
---@field may_play? fun(base: boolean, tile: four-player-moon.Tile, led: four-player-moon.Tile?, trump: four-player-moon.Trump): boolean Whether a tile follows the one that was led (nil: it leads). A seat that has such tiles must play one of them.
---@field legal? fun(base: string[], view: four-player-moon.View): string[] Which of the legal actions stay: a list of notations out of base, at least one.
---@field redeal? fun(base: boolean, deal: four-player-moon.Deal): boolean Whether the deal is thrown in; after 100 the last one stands.
---@field score_round? fun(base: integer[], settlement: four-player-moon.Settlement): integer[] The points of the round, one number for each side.
---@field game_over? fun(base: integer[]|false, standing: four-player-moon.Standing): integer[]|false false, or the list of the sides that have won.

---@class four-player-moon.Rule
---@field api 1
---@field game "four-player-moon"
---@field name string
---@field about? string
---@field rules? four-player-moon.Rules
---@field hooks? four-player-moon.Hooks
