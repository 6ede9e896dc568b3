-- The newest entries, each after its member, of one or more lists in the build of an edition that
-- is shown; nil if that has not come to a position in the log, or there is none.
--
-- KEYS   shown
-- ARGV   prefix in braces, edition, position, score and member that ended the page before or '' and '', how
--        many entries at most, key of the entries in the build,
--        how many lists, their keys in the build: what is told is in each of them,
--        how many tags, and those that an entry has to have,
--        how many members to choose from, and these; -1 for all,
--        then ids of games that are left out: what comes before a blank in a member

local PORTION = 100

local build = redis.call('HGET', KEYS[1], ARGV[2])
if not build then
    return false
end
local root = ARGV[1] .. ':' .. build .. ':'
local reached = redis.call('GET', root .. 'position')
if not tonumber(reached) or tonumber(reached) < tonumber(ARGV[3]) then
    return false
end

-- Along the shortest list.
local lists, shortest, length = {}, nil, math.huge
local after_lists = 9 + tonumber(ARGV[8])
for at = 9, after_lists - 1 do
    local list = root .. ARGV[at]
    local members = redis.call('ZCARD', list)
    lists[#lists + 1] = list
    if members < length then
        shortest, length = list, members
    end
end
local tags, at = {}, after_lists
for _ = 1, tonumber(ARGV[at]) do
    at = at + 1
    tags[#tags + 1] = ' ' .. ARGV[at] .. ' '
end
at = at + 1
local only = tonumber(ARGV[at]) >= 0 and {} or nil
for _ = 1, tonumber(ARGV[at]) do
    at = at + 1
    only[ARGV[at]] = true
end
local left_out = {}
for at = at + 1, #ARGV do
    left_out[ARGV[at]] = true
end

-- Lua compares as the locale of the server says; sorted sets, byte by byte.
local function precedes(one, other)
    for at = 1, math.min(#one, #other) do
        local a, b = one:byte(at), other:byte(at)
        if a ~= b then
            return a < b
        end
    end
    return #one < #other
end

local highest = tonumber(ARGV[4])

local function is_wanted(member, score)
    if tonumber(score) == highest and not precedes(member, ARGV[5]) then
        return false
    end
    if left_out[member:match('^[^ ]*')] then
        return false
    end
    if only and not only[member] then
        return false
    end
    if #tags > 0 then
        local said = redis.call('HGET', root .. 'tags', member) or ''
        for _, tag in ipairs(tags) do
            if not said:find(tag, 1, true) then
                return false
            end
        end
    end
    for _, list in ipairs(lists) do
        if list ~= shortest and not redis.call('ZSCORE', list, member) then
            return false
        end
    end
    return true
end

local limit, found = tonumber(ARGV[6]), {}
local first = highest and redis.call('ZCOUNT', shortest, '(' .. ARGV[4], '+inf') or 0
repeat
    local portion = redis.call('ZREVRANGE', shortest, first, first + PORTION - 1, 'WITHSCORES')
    for at = 1, #portion, 2 do
        if #found < 2 * limit and is_wanted(portion[at], portion[at + 1]) then
            found[#found + 1] = portion[at]
            found[#found + 1] = redis.call('HGET', root .. ARGV[7], portion[at])
        end
    end
    first = first + PORTION
until #portion == 0 or #found >= 2 * limit
return found
