-- The answers to questions about the build of an edition that is shown, all of one moment; nil if
-- nothing of that edition has been built.
--
-- KEYS   shown
-- ARGV   prefix in braces, edition, then the questions: how many words, and the words, of which the
--        second is a key in the build

local build = redis.call('HGET', KEYS[1], ARGV[2])
if not build then
    return false
end
local root = ARGV[1] .. ':' .. build .. ':'
local answers, at = {}, 3
while at <= #ARGV do
    local last = at + tonumber(ARGV[at])
    answers[#answers + 1] = redis.call(
        ARGV[at + 1], root .. ARGV[at + 2], unpack(ARGV, at + 3, last))
    at = last + 1
end
return answers
