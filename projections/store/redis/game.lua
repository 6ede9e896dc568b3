-- The version that a build shows of a game, and the answers to questions about it, all of one
-- moment; nil if the build does not show the game.
--
-- KEYS   the version of the game
-- ARGV   the questions: how many words, and the words

local version = redis.call('GET', KEYS[1])
if not version then
    return false
end
local answers, at = {version}, 1
while at <= #ARGV do
    local last = at + tonumber(ARGV[at])
    answers[#answers + 1] = redis.call(unpack(ARGV, at + 1, last))
    at = last + 1
end
return answers
