-- Does what `Ledger::update` does, in one step: gives bookings back, enters what is missing, pauses, books, and counts.
--
-- KEYS: the epoch of the account; for each window the log of its slots, a sorted set of bookings by their moments, and
-- the end of its pause.
-- ARGV: an epoch for the case that there is none; the number of windows, and for each its requests and span; the number of
-- bookings to give back, and these; the number of entries, and for each the booking and its slot from now; the pause;
-- the booking, and the time within which its slot has to come. What is not asked for is empty.
-- All times are in microseconds, as doubles have them exactly.

local place = 0
local function argument()
  place = place + 1
  return ARGV[place]
end
local function number()
  return tonumber(argument())
end
local function text(value)
  return string.format('%.0f', value)
end

local clock = redis.call('TIME')
local now = tonumber(clock[1]) * 1000000 + tonumber(clock[2])

-- Keeps a key for as long as something of it counts, for ten years at most: there are bounds to what Redis takes.
local function keep(key, time)
  local millis = math.min(math.ceil(time / 1000), 315360000000)
  if redis.call('PTTL', key) < millis then
    redis.call('PEXPIRE', key, text(millis))
  end
end

local epoch = redis.call('GET', KEYS[1])
local new_epoch = argument()
if not epoch then
  epoch = new_epoch
  redis.call('SET', KEYS[1], epoch, 'PX', 60000)
end

local windows = {}
for i = 1, number() do
  windows[i] = { log = KEYS[2 * i], pause = KEYS[2 * i + 1], requests = number(), span = number() }
end

-- Forgets the slots that do not count any more.
local function forget()
  for _, window in ipairs(windows) do
    redis.call('ZREMRANGEBYSCORE', window.log, '-inf', text(now - window.span))
  end
end

forget()
for _ = 1, number() do
  local booking = argument()
  for _, window in ipairs(windows) do
    redis.call('ZREM', window.log, booking)
  end
end

for _ = 1, number() do
  local booking, slot = argument(), now + number()
  for _, window in ipairs(windows) do
    redis.call('ZADD', window.log, 'NX', text(slot), booking)
  end
end
forget()

local pause = number()
for _, window in ipairs(windows) do
  window.paused_until = tonumber(redis.call('GET', window.pause) or 0)
  if pause and now + pause > window.paused_until then
    window.paused_until = now + pause
    redis.call('SET', window.pause, text(window.paused_until))
    keep(window.pause, pause)
    keep(KEYS[1], pause)
  end
end

-- The slot at a place of a log, counted from its end if negative.
local function slot_at(window, index)
  local found = redis.call('ZRANGE', window.log, index, index, 'WITHSCORES')
  return tonumber(found[2])
end

local booking, within = argument(), number()
local booked, wait = 0, 0
if booking ~= '' then
  local slot = now
  for _, window in ipairs(windows) do
    redis.call('ZREM', window.log, booking)
    local before = slot_at(window, -window.requests)
    slot = math.max(slot, window.paused_until, before and before + window.span or 0)
  end
  wait = slot - now
  if wait > 0 and within and wait >= within then
    booked = 2
  else
    booked = 1
    for _, window in ipairs(windows) do
      redis.call('ZADD', window.log, text(slot), booking)
    end
  end
end

local counts = {}
for _, window in ipairs(windows) do
  local all = redis.call('ZCARD', window.log)
  local leaving = slot_at(window, math.max(all - window.requests, 0))
  local last = slot_at(window, -1)
  if last then
    keep(window.log, last + window.span - now)
    keep(KEYS[1], last + window.span - now)
  end
  counts[#counts + 1] = all
  counts[#counts + 1] = redis.call('ZCOUNT', window.log, '(' .. text(now), '+inf')
  counts[#counts + 1] = leaving and leaving + window.span - now or -1
  counts[#counts + 1] = math.max(window.paused_until - now, 0)
end
return { epoch, booked, wait, counts }
