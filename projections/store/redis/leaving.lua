-- Says in the lists of a build that games are leaving in which nothing has happened since a time, and
-- answers with them: each game, and its version. Those that were leaving already are among them, as
-- the one that let them go may have been ended.
--
-- KEYS   shown, moved, versions
-- ARGV   edition, build, second, how many games at most

if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then
    return {}
end
local found = {}
local due = redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', '(' .. ARGV[3], 'LIMIT', 0, ARGV[4])
for _, game in ipairs(due) do
    local minus, version = (redis.call('HGET', KEYS[3], game) or ''):match('^(-?)([1-9]%d*)$')
    if not version then
        -- The lists do not tell of it.
        redis.call('ZREM', KEYS[2], game)
    else
        if minus == '' then
            redis.call('HSET', KEYS[3], game, '-' .. version)
        end
        found[#found + 1] = game
        found[#found + 1] = version
    end
end
return found
