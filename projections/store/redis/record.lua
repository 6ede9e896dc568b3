-- Writes what a batch of the log changes in the lists of a build, once its games are drawn, and
-- where in the log it ends: all of it or, if somebody else was first, nothing.
--
-- KEYS   shown, position, versions, channel, last
-- ARGV   edition, build, position before, position after, message,
--        game, version and stamp of the event there, or '',
--        how many games, for each of them its id and the version it is changed from,
--        then commands one after the other: how many words, and the words
--
-- Whatever Redis itself may refuse (read-only, out of memory, a full disk), it refuses at the first
-- command that writes, so a script that has begun to write ends.

local function changed(what)
    return redis.error_reply('CHANGED ' .. what .. ' is not what it was')
end

if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then
    return changed('the build')
end
if redis.call('GET', KEYS[2]) ~= ARGV[3] then
    return changed('the position')
end
local at = 8
for _ = 1, tonumber(ARGV[7]) do
    local shown = redis.call('HGET', KEYS[3], ARGV[at]) or '0'
    -- What is no number counts as not drawn.
    if #shown > 16 or not shown:match('^[1-9]%d*$') then
        shown = '0'
    end
    if shown ~= ARGV[at + 1] then
        return changed('the version of game ' .. ARGV[at])
    end
    at = at + 2
end

while at <= #ARGV do
    local last = at + tonumber(ARGV[at])
    redis.call(unpack(ARGV, at + 1, last))
    at = last + 1
end
local last = redis.call('GET', KEYS[5])
local came = tonumber((last or ''):match('^%d+'))
if ARGV[6] ~= '' and (not came or came <= tonumber(ARGV[4])) then
    redis.call('SET', KEYS[5], ARGV[4] .. ' ' .. ARGV[6])
end
redis.call('SET', KEYS[2], ARGV[4])
redis.call('PUBLISH', KEYS[4], ARGV[5])
return redis.status_reply('OK')
