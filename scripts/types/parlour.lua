---@meta
-- Types for editors, written by `parlour house stubs`.

---@class parlour.Option
---@field default integer|boolean|string
---@field min? integer
---@field max? integer
---@field choices? string[]
---@field about? string

---@class parlour
---@field api 1
parlour = {}

--- Declares the options of this house rule and gives their values.
---@param options table<string, parlour.Option>
---@return table<string, any>
function parlour.options(options) end

---@class any.Piece
---@field face string
---@field order integer
---@field [string] any

---@class any.View
---@field seat integer the seat that acts, from 1
---@field hand any.Piece[] its hand
---@field facts table<string, string> what holds: the name of a fact to its value
---@field zones table<string, any.Piece[]> the open pieces of each zone that it sees, by the zone's name

---@class any.Deal
---@field round integer the round, from 1
---@field dealer integer the seat that deals, from 1
---@field hands any.Piece[][] what each seat was dealt
---@field piles table<string, any.Piece[]> the piles by their names, the top first

---@class any.Settlement
---@field round integer the round, from 1
---@field dealer integer the seat that dealt, from 1
---@field points integer[] the round's points, by side
---@field totals integer[] the totals before it, by side
---@field hands any.Piece[][] what each seat holds at the end
---@field [string] any what the game adds

---@class any.Standing
---@field round integer the round that was added up, from 1
---@field totals integer[] the totals, by side

---@class any.Hooks
---@field legal? fun(base: string[], view: any.View): string[]
---@field redeal? fun(base: boolean, deal: any.Deal): boolean
---@field score_round? fun(base: integer[], settlement: any.Settlement): integer[]
---@field game_over? fun(base: integer[]|false, standing: any.Standing): integer[]|false

---@class any.Rule
---@field api 1
---@field game "*"
---@field name string
---@field about? string
---@field hooks? any.Hooks
