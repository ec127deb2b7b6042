import { redisScript } from "../../platform/key-value/redis-script.ts";

/**
 * One scope has two keys: a hash with the counts of this minute and the previous one, and a sorted set of running calls
 * by lease expiry.
 * Uses the clock of Redis, so that the clocks of the instances do not matter.
 */
const shared = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local minute = math.floor(now / 60000)
local into = now - minute * 60000
local share = (60000 - into) / 60000

local function load(key)
  local stored = redis.call('HMGET', key, 'minute', 'requests', 'tokens', 'requests_before', 'tokens_before')
  local age = minute - tonumber(stored[1] or -10)
  local function number(index) return tonumber(stored[index] or 0) end
  if age <= 0 then return { number(2), number(3), number(4), number(5) } end
  if age == 1 then return { 0, 0, number(2), number(3) } end
  return { 0, 0, 0, 0 }
end

local function save(key, counts)
  redis.call('HSET', key, 'minute', minute, 'requests', counts[1], 'tokens', counts[2],
    'requests_before', counts[3], 'tokens_before', counts[4])
  redis.call('PEXPIRE', key, 120000)
end
`;

/**
 * Counts one call for all scopes, or for none.
 * KEYS: counts and running calls of each scope. ARGV: id of the call, its lease (ms), tokens, and for each scope its
 * limits of requests, tokens and concurrent calls (0: none).
 * Returns: admitted (1 or 0), scope and kind of the limit that lasts longest (from 1), ms to wait, the minute, ms of it
 * that have passed, and for each scope the requests and tokens used.
 */
export const enterScript = redisScript(`${shared}
-- Milliseconds until no more than 'most' counts: the minute before counts by the share of it that is still in the last sixty seconds.
local function wait(count, before, most)
  if count > most then return 60000 - into + math.ceil((1 - most / count) * 60000) end
  if before == 0 then return 0 end
  return math.max(0, math.ceil((share - (most - count) / before) * 60000))
end

local tokens = tonumber(ARGV[3])
local worst, worst_scope, worst_kind = 0, 0, 0
local scopes = {}
for scope = 1, #KEYS / 2 do
  local counts = load(KEYS[2 * scope - 1])
  local limits = { tonumber(ARGV[3 * scope + 1]), tonumber(ARGV[3 * scope + 2]), tonumber(ARGV[3 * scope + 3]) }
  local reserved = math.min(tokens, limits[2])
  local waits = { 0, 0, 0 }
  if limits[1] > 0 then waits[1] = wait(counts[1], counts[3], limits[1] - 1) end
  if limits[2] > 0 then waits[2] = wait(counts[2], counts[4], limits[2] - reserved) end
  if limits[3] > 0 then
    redis.call('ZREMRANGEBYSCORE', KEYS[2 * scope], '-inf', now)
    if redis.call('ZCARD', KEYS[2 * scope]) >= limits[3] then waits[3] = 1000 end
  end
  for kind = 1, 3 do
    if waits[kind] > worst then worst, worst_scope, worst_kind = waits[kind], scope, kind end
  end
  scopes[scope] = { counts, reserved, limits[3] }
end

local answer = { worst == 0 and 1 or 0, worst_scope, worst_kind, worst, minute, into }
for scope, found in ipairs(scopes) do
  local counts = found[1]
  if worst == 0 then
    counts[1] = counts[1] + 1
    counts[2] = counts[2] + found[2]
    save(KEYS[2 * scope - 1], counts)
    if found[3] > 0 then
      redis.call('ZADD', KEYS[2 * scope], now + tonumber(ARGV[2]), ARGV[1])
      redis.call('PEXPIRE', KEYS[2 * scope], ARGV[2])
    end
  end
  table.insert(answer, math.ceil(counts[1] + counts[3] * share))
  table.insert(answer, math.ceil(counts[2] + counts[4] * share))
end
return answer
`);

/**
 * Ends a call. KEYS as above. ARGV: id of the call, the minute in which it began, and for each scope how many tokens
 * more (or fewer) it used than were counted.
 * A surplus is subtracted from the minute in which it was counted; a shortfall counts now.
 */
export const leaveScript = redisScript(`${shared}
local began = tonumber(ARGV[2])
for scope = 1, #KEYS / 2 do
  redis.call('ZREM', KEYS[2 * scope], ARGV[1])
  local more = tonumber(ARGV[2 + scope])
  local place = 0
  if more > 0 or began == minute then place = 2 elseif began == minute - 1 then place = 4 end
  if more ~= 0 and place > 0 then
    local counts = load(KEYS[2 * scope - 1])
    counts[place] = math.max(0, counts[place] + more)
    save(KEYS[2 * scope - 1], counts)
  end
end
return 1
`);

/**
 * Renews the leases of running calls, also of those that Redis lost. KEYS: the set of each call. ARGV: the lease (ms),
 * and the id of each call.
 * Sent as text: by its hash it could need a second command, which would follow the end of one of the calls and take its
 * slot again.
 */
export const renewText = `
local time = redis.call('TIME')
local until_then = time[1] * 1000 + math.floor(time[2] / 1000) + tonumber(ARGV[1])
for index, key in ipairs(KEYS) do
  redis.call('ZADD', key, until_then, ARGV[1 + index])
  redis.call('PEXPIRE', key, ARGV[1])
end
return 1
`;
