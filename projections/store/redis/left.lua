-- Says in the lists of a build that games have left, but for those that were drawn again meanwhile.
--
-- KEYS   shown, moved, versions
-- ARGV   edition, build, for each game its id and the version at which it has left

if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then
    return 0
end
local left = 0
for at = 3, #ARGV, 2 do
    if redis.call('HGET', KEYS[3], ARGV[at]) == '-' .. ARGV[at + 1] then
        left = left + redis.call('ZREM', KEYS[2], ARGV[at])
    end
end
return left
