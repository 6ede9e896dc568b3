-- Counts a request under each key in turn, up to the first that has too many; gives its place,
-- or 0. For each key there are three numbers: how many may come, how many come now (0 to look
-- whether there is room for one), and the seconds after which a new counter is forgotten.
for place, key in ipairs(KEYS) do
    local most, cost = tonumber(ARGV[3 * place - 2]), tonumber(ARGV[3 * place - 1])
    local count
    if cost > 0 then
        count = redis.call("INCRBY", key, cost)
        if count == cost then
            redis.call("EXPIRE", key, ARGV[3 * place])
        end
    else
        count = (tonumber(redis.call("GET", key)) or 0) + 1
    end
    if count > most then
        return place
    end
end
return 0
