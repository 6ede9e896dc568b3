-- Brings what is drawn of one game in a build to another version. It may be carried out twice: what
-- it writes is the same then, so a worker that was ended before it moved the position on is
-- followed by one that does it again.
--
-- KEYS   the version of the game
-- ARGV   version that it is changed from at the earliest, or -1 if it is drawn from its beginning,
--        whatever is there, version that it has then or 0 if it is taken out,
--        then commands one after the other: how many words, and the words
--
-- Whatever Redis itself may refuse (read-only, out of memory, a full disk), it refuses at the first
-- command that writes, so a script that has begun to write ends.

local shown = redis.call('GET', KEYS[1]) or '0'
-- What is no number counts as not drawn.
if #shown > 16 or not shown:match('^[1-9]%d*$') then
    shown = '0'
end
shown = tonumber(shown)
local target = tonumber(ARGV[2])
if shown < tonumber(ARGV[1]) then
    -- A server that took over from another one had not heard of all of it.
    return redis.error_reply('BEHIND the game is at version ' .. shown)
end
if ARGV[1] ~= '-1' and target > 0 and shown > target then
    return redis.error_reply('CHANGED the game is at version ' .. shown)
end
if target > 0 then
    redis.call('SET', KEYS[1], target)
else
    redis.call('DEL', KEYS[1])
end
local at = 3
while at <= #ARGV do
    local last = at + tonumber(ARGV[at])
    redis.call(unpack(ARGV, at + 1, last))
    at = last + 1
end
return redis.status_reply('OK')
