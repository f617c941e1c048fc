-- The library that house rules see. Runs once in each Lua state, with the whole of Luau around it; what it returns is
-- all that a rule can reach. `charge(steps)` takes steps from the budget of the call in progress and fails when none
-- are left; `spent()` says whether that has happened; `explain(error)` puts an error of the host into words.
local charge, spent, explain = ...

local raw_next, raw_pcall, raw_xpcall, raw_tostring, raw_format = next, pcall, xpcall, tostring, string.format

local LONGEST_SUBJECT = 65536 -- bytes that are searched
local LONGEST_MADE = 1048576 -- bytes, or entries, that one call makes

-- Work that is done in C, out of the budget's sight. Small things are free.
local function pay(work)
	if work > 64 then
		charge(work)
	end
end

-- A text that shows no address.
local function text_of(value)
	local kind = type(value)
	if kind == "string" then
		return value
	end
	if kind == "nil" or kind == "boolean" or kind == "number" then
		return raw_tostring(value)
	end
	return kind
end

-- The keys of a table in an order that depends on them alone: 1 to n, then the other numbers, the texts, false and true.
local function keys_of(t, name)
	if type(t) ~= "table" then
		error(`{name}: expected a table, got {type(t)}`, 3)
	end
	local keys = {}
	local length = 0
	while rawget(t, length + 1) ~= nil do
		length += 1
		keys[length] = length
	end
	local numbers, texts, flags = {}, {}, {}
	for key in raw_next, t do
		local kind = type(key)
		if kind == "number" then
			if key < 1 or key > length or key % 1 ~= 0 then
				table.insert(numbers, key)
			end
		elseif kind == "string" then
			table.insert(texts, key)
		elseif kind == "boolean" then
			flags[key] = true
		else
			error(`{name}: the order of keys that are {kind}s is not fixed; use a text as the key, such as card.face`, 3)
		end
	end
	table.sort(numbers)
	table.sort(texts)
	table.move(numbers, 1, #numbers, #keys + 1, keys)
	table.move(texts, 1, #texts, #keys + 1, keys)
	for _, flag in { false, true } do
		if flags[flag] then
			table.insert(keys, flag)
		end
	end
	return keys
end

local function pairs(t)
	local keys, place = keys_of(t, "pairs"), 0
	return function()
		local key
		repeat
			place += 1
			key = keys[place]
		until key == nil or rawget(t, key) ~= nil
		if key ~= nil then
			return key, rawget(t, key)
		end
		return nil
	end
end

local function next(t, key)
	local keys = keys_of(t, "next")
	local place = 1
	if key ~= nil then
		place = table.find(keys, key)
		if place then
			place += 1
		else -- it was removed on the way: go on with the first that comes after it
			place = #keys + 1
			for at, other in keys do
				if type(other) == type(key) and type(key) ~= "boolean" and other > key then
					place = at
					break
				end
			end
		end
	end
	local following = keys[place]
	if following == nil then
		return nil
	end
	return following, rawget(t, following)
end

-- A limit that was passed is not caught: the call is over.
local function is_limit(reason)
	return spent() or reason == "not enough memory"
end

local function seen(reason)
	return if type(reason) == "userdata" then explain(reason) else reason
end

local function outcome(ok, ...)
	if ok then
		return true, ...
	end
	local reason = ...
	if is_limit(reason) then
		error(reason, 0)
	end
	return false, seen(reason)
end

local function pcall(f, ...)
	return outcome(raw_pcall(f, ...))
end

-- Like `outcome`, for errors that the handler has seen.
local function handled(ok, ...)
	if not ok and is_limit(...) then
		error((...), 0)
	end
	return ok, ...
end

local function xpcall(f, handler, ...)
	return handled(raw_xpcall(f, function(reason)
		if is_limit(reason) then
			return reason
		end
		return handler(seen(reason))
	end, ...))
end

local function only(library, names)
	local kept = {}
	for name in string.gmatch(names, "%S+") do
		kept[name] = library[name]
	end
	return kept
end

local strings = only(string, "byte char gmatch len lower reverse sub upper")

local function subject(name, s, pattern)
	if type(s) == "string" then
		if #s > LONGEST_SUBJECT then
			error(`string.{name}: a text of {#s} bytes is too long to search, at most {LONGEST_SUBJECT}`, 3)
		end
		if type(pattern) == "string" then
			pay(#s * #pattern / 256)
		end
	end
end

for _, name in { "find", "match", "gmatch", "gsub" } do
	local search = string[name]
	strings[name] = function(s, pattern, ...)
		subject(name, s, pattern)
		return search(s, pattern, ...)
	end
end

function strings.rep(s, count)
	local times = tonumber(count)
	if times and (type(s) == "string" or type(s) == "number") then
		local size = math.max(#raw_tostring(s), 1) * times
		if size > LONGEST_MADE then
			error(`string.rep: a text of {size} bytes is too long, at most {LONGEST_MADE}`, 2)
		end
		pay(size / 64)
	end
	return string.rep(s, count)
end

function strings.format(pattern, ...)
	local values = table.pack(...)
	for at = 1, values.n do
		local kind = type(values[at])
		if kind ~= "string" and kind ~= "number" and kind ~= "nil" then
			values[at] = text_of(values[at])
		end
	end
	return raw_format(pattern, table.unpack(values, 1, values.n))
end

local tables = only(table, "maxn pack")

function tables.concat(t, between, first, last)
	if type(t) == "table" then
		pay(((tonumber(last) or #t) - (tonumber(first) or 1)) / 16)
	end
	return table.concat(t, between, first, last)
end

function tables.insert(t, ...)
	if select("#", ...) == 2 and type(t) == "table" and type((...)) == "number" then
		pay((#t - (...)) / 16)
	end
	table.insert(t, ...)
end

function tables.remove(t, place)
	if type(t) == "table" and type(place) == "number" then
		pay((#t - place) / 16)
	end
	return table.remove(t, place)
end

function tables.move(from, first, last, to, target)
	if type(first) == "number" and type(last) == "number" then
		if last - first >= LONGEST_MADE then
			error(`table.move: {last - first + 1} entries are too many, at most {LONGEST_MADE}`, 2)
		end
		pay((last - first) / 16)
	end
	return table.move(from, first, last, to, target)
end

function tables.unpack(t, first, last)
	if type(t) == "table" then
		pay(((tonumber(last) or #t) - (tonumber(first) or 1)) / 16)
	end
	return table.unpack(t, first, last)
end

function tables.sort(t, before)
	if type(t) == "table" then
		pay(#t * math.log(#t + 1, 2) / 16)
	end
	table.sort(t, before)
end

local library = {
	string = table.freeze(strings),
	table = table.freeze(tables),
	math = table.freeze(only(math, "abs ceil floor fmod huge max min modf pi sqrt")),
	bit32 = table.freeze(only(bit32, "arshift band bnot bor btest bxor extract lrotate lshift replace rrotate rshift")),
	utf8 = table.freeze(only(utf8, "char charpattern codepoint codes len offset")),
	assert = assert,
	error = error,
	ipairs = ipairs,
	next = next,
	pairs = pairs,
	pcall = pcall,
	select = select,
	tonumber = tonumber,
	tostring = text_of,
	type = type,
	xpcall = xpcall,
}

-- An environment for one file: it reads the library, and keeps its own globals.
local function fresh(parlour)
	return setmetatable({ parlour = parlour }, { __index = library })
end

-- Closes an environment: from now on its globals can be read and not set.
local function seal(environment)
	local globals = table.clone(environment)
	table.clear(environment)
	local meta = getmetatable(environment)
	meta.__index = setmetatable(globals, { __index = library })
	function meta.__newindex(_, name)
		error(`a hook keeps nothing: write "local {text_of(name)}" in place of the global "{text_of(name)}"`, 2)
	end
end

getmetatable("").__index = library.string
return fresh, seal
