-- Applies an update like `Ledger::update`, in one step: gives bookings back, enters missing ones, pauses, books, and counts.
--
-- KEYS: the epoch of the account; for each window the log, a sorted set of bookings by their moments, and
-- the end of its pause.
-- ARGV: a new epoch, which is used if there is none; the number of windows, and for each its requests and span; the
-- number of bookings to give back, and their ids; the number of entries, and for each the id of the booking and its
-- moment from now; the pause; the id of the booking to make, and the time within which its moment has to come. Optional
-- arguments that are not set are empty.
-- All times are whole microseconds, which doubles represent exactly.

local position = 0
local function argument()
  position = position + 1
  return ARGV[position]
end
local function number()
  return tonumber(argument())
end
local function format_integer(value)
  return string.format('%.0f', value)
end

local clock = redis.call('TIME')
local now = tonumber(clock[1]) * 1000000 + tonumber(clock[2])

-- Keeps a key for as long as its content counts, but at most for ten years, because Redis limits expiry times.
local function extend_expiry(key, time)
  local millis = math.min(math.ceil(time / 1000), 315360000000)
  if redis.call('PTTL', key) < millis then
    redis.call('PEXPIRE', key, format_integer(millis))
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

-- Forgets the bookings that no longer count.
local function forget()
  for _, window in ipairs(windows) do
    redis.call('ZREMRANGEBYSCORE', window.log, '-inf', format_integer(now - window.span))
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
  local booking, moment = argument(), now + number()
  for _, window in ipairs(windows) do
    redis.call('ZADD', window.log, 'NX', format_integer(moment), booking)
  end
end
forget()

local pause = number()
for _, window in ipairs(windows) do
  window.paused_until = tonumber(redis.call('GET', window.pause) or 0)
  if pause and now + pause > window.paused_until then
    window.paused_until = now + pause
    redis.call('SET', window.pause, format_integer(window.paused_until))
    extend_expiry(window.pause, pause)
    extend_expiry(KEYS[1], pause)
  end
end

-- Returns the moment of the booking at a position of a log, counted from its end if negative.
local function moment_at(window, index)
  local entry = redis.call('ZRANGE', window.log, index, index, 'WITHSCORES')
  return tonumber(entry[2])
end

local booking, within = argument(), number()
local booked, wait = 0, 0
if booking ~= '' then
  local moment = now
  for _, window in ipairs(windows) do
    redis.call('ZREM', window.log, booking)
    local before = moment_at(window, -window.requests)
    moment = math.max(moment, window.paused_until, before and before + window.span or 0)
  end
  wait = moment - now
  if wait > 0 and within and wait >= within then
    booked = 2
  else
    booked = 1
    for _, window in ipairs(windows) do
      redis.call('ZADD', window.log, format_integer(moment), booking)
    end
  end
end

local counts = {}
for _, window in ipairs(windows) do
  local all = redis.call('ZCARD', window.log)
  local leaving = moment_at(window, math.max(all - window.requests, 0))
  local last = moment_at(window, -1)
  if last then
    extend_expiry(window.log, last + window.span - now)
    extend_expiry(KEYS[1], last + window.span - now)
  end
  counts[#counts + 1] = all
  counts[#counts + 1] = redis.call('ZCOUNT', window.log, '(' .. format_integer(now), '+inf')
  counts[#counts + 1] = leaving and leaving + window.span - now or -1
  counts[#counts + 1] = math.max(window.paused_until - now, 0)
end
return { epoch, booked, wait, counts }
