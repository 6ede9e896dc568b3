-- The newest entries, each after its member, of one or more lists in the build of an edition that
-- is shown; nil if that has not come to some places in the log, or there is none.
--
-- KEYS   shown
-- ARGV   prefix in braces, edition, places, score and member that ended the page before or '' and
--        '', the lowest score and the one that all are below or '' and '', how many entries at most,
--        key of the entries in the build,
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
local position = root .. 'position'
local partition = 0
for wanted in ARGV[3]:gmatch('%S+') do
    local reached = redis.call('GET', position .. (partition > 0 and '#' .. partition or ''))
    if not tonumber(reached) or tonumber(reached) < tonumber(wanted) then
        return false
    end
    partition = partition + 1
end

-- Along the shortest list.
local lists, shortest, length = {}, nil, math.huge
local after_lists = 11 + tonumber(ARGV[10])
for at = 11, after_lists - 1 do
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

local highest, lowest, below = tonumber(ARGV[4]), tonumber(ARGV[6]), tonumber(ARGV[7])

local function is_wanted(member, score)
    score = tonumber(score)
    if score == highest and not precedes(member, ARGV[5]) then
        return false
    end
    if lowest and score < lowest or below and score >= below then
        return false
    end
    if left_out[member:match('^[^ ]*')] then
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

-- Where there is a choice of members, only these are gone through.
local chosen = only and {}
for member in pairs(only or {}) do
    local score = redis.call('ZSCORE', shortest, member)
    if score and (not highest or tonumber(score) <= highest) then
        chosen[#chosen + 1] = {member, score}
    end
end
if chosen then
    table.sort(chosen, function(one, other)
        local a, b = tonumber(one[2]), tonumber(other[2])
        return a > b or a == b and precedes(other[1], one[1])
    end)
end

local function portion_after(first)
    if not chosen then
        return redis.call('ZREVRANGE', shortest, first, first + PORTION - 1, 'WITHSCORES')
    end
    local portion = {}
    for at = first + 1, math.min(first + PORTION, #chosen) do
        portion[#portion + 1] = chosen[at][1]
        portion[#portion + 1] = chosen[at][2]
    end
    return portion
end

local limit, found = tonumber(ARGV[8]), {}
local first = 0
if highest and not chosen then
    first = redis.call('ZCOUNT', shortest, '(' .. ARGV[4], '+inf')
end
if below and not chosen then
    first = math.max(first, redis.call('ZCOUNT', shortest, ARGV[7], '+inf'))
end
repeat
    local portion = portion_after(first)
    for at = 1, #portion, 2 do
        if #found < 2 * limit and is_wanted(portion[at], portion[at + 1]) then
            found[#found + 1] = portion[at]
            found[#found + 1] = redis.call('HGET', root .. ARGV[9], portion[at])
        end
    end
    first = first + PORTION
    local last = tonumber(portion[#portion])
until #portion == 0 or #found >= 2 * limit or lowest and last < lowest
return found
