-- Removes what is drawn of one game in a build, unless it was drawn farther meanwhile.
--
-- KEYS   the version of the game, its views, its turn index
-- ARGV   the version at which it leaves

local shown = redis.call('GET', KEYS[1]) or ''
-- What is no number counts as not drawn.
if #shown <= 16 and shown:match('^[1-9]%d*$') and tonumber(shown) > tonumber(ARGV[1]) then
    return 0
end
return redis.call('UNLINK', unpack(KEYS))
