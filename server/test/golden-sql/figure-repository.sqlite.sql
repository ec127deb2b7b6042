-- foldedUntil
select "folded_until"
  from "figure_folds"
  where "dimension" = ?;

-- begin
select "start"
  from "usage_figures"
  where "dimension" = ? and "span" = ?
  order by "start"
  limit ?;

-- sums, of all models
with units as materialized (select json_extract(value, '$[0]') as "sign", json_extract(value, '$[1]') as "span", json_extract(value, '$[2]') as "start" from json_each(?))
  select coalesce(sum((units.sign * f."requests")), 0) as request_count, coalesce(sum((units.sign * f."quota")), 0) as quota, coalesce(sum((units.sign * f."prompt_tokens")), 0) as prompt_tokens, coalesce(sum((units.sign * f."completion_tokens")), 0) as completion_tokens
  from units cross join usage_figures f
  where f.dimension = 1 and f.span = units.span and f.start = units.start;

-- sums, of one model
with units as materialized (select json_extract(value, '$[0]') as "sign", json_extract(value, '$[1]') as "span", json_extract(value, '$[2]') as "start" from json_each(?))
  select coalesce(sum((units.sign * f."requests")), 0) as request_count, coalesce(sum((units.sign * f."quota")), 0) as quota, coalesce(sum((units.sign * f."prompt_tokens")), 0) as prompt_tokens, coalesce(sum((units.sign * f."completion_tokens")), 0) as completion_tokens
  from units cross join usage_figures f
  where f.dimension = 2 and f.span = units.span and f.start = units.start and f.subject = ?;

-- sums, of models that begin so
with units as materialized (select json_extract(value, '$[0]') as "sign", json_extract(value, '$[1]') as "span", json_extract(value, '$[2]') as "start" from json_each(?))
  select coalesce(sum((units.sign * f."requests")), 0) as request_count, coalesce(sum((units.sign * f."quota")), 0) as quota, coalesce(sum((units.sign * f."prompt_tokens")), 0) as prompt_tokens, coalesce(sum((units.sign * f."completion_tokens")), 0) as completion_tokens
  from units cross join usage_figures f
  where f.dimension = 2 and f.span = units.span and f.start = units.start and substr(f.subject, 1, 1) = ?;

-- sumsByKey, of everyone
with units as materialized (select json_extract(value, '$[0]') as "sign", json_extract(value, '$[1]') as "span", json_extract(value, '$[2]') as "start" from json_each(?))
  select f.user_id as "userId", f.subject as subject, sum((units.sign * f."requests")) as requests, sum((units.sign * f."quota")) as quota, sum((units.sign * f."prompt_tokens")) + sum((units.sign * f."completion_tokens")) as tokens
  from units cross join usage_figures f
  where f.dimension = 2 and f.span = units.span and f.start = units.start
  group by f.user_id, f.subject having sum((units.sign * f."requests")) <> 0;

-- sumsByKey, by user
with units as materialized (select json_extract(value, '$[0]') as "sign", json_extract(value, '$[1]') as "span", json_extract(value, '$[2]') as "start" from json_each(?))
  select f.user_id as "userId", '' as subject, sum((units.sign * f."requests")) as requests, sum((units.sign * f."quota")) as quota, sum((units.sign * f."prompt_tokens")) + sum((units.sign * f."completion_tokens")) as tokens
  from units cross join usage_figures f
  where f.dimension = 4 and f.span = units.span and f.start = units.start
  group by f.user_id having sum((units.sign * f."requests")) <> 0;

-- sumsByKey, of one user
with units as materialized (select json_extract(value, '$[0]') as "sign", json_extract(value, '$[1]') as "span", json_extract(value, '$[2]') as "start" from json_each(?))
  select f.user_id as "userId", f.subject as subject, sum((units.sign * f."requests")) as requests, sum((units.sign * f."quota")) as quota, sum((units.sign * f."prompt_tokens")) + sum((units.sign * f."completion_tokens")) as tokens
  from units cross join usage_figures f
  where f.dimension = 4 and f.span = units.span and f.start = units.start and f.user_id = ?
  group by f.user_id, f.subject having sum((units.sign * f."requests")) <> 0;

-- series, of everyone
with units as materialized (select json_extract(value, '$[0]') as "at", json_extract(value, '$[1]') as "span", json_extract(value, '$[2]') as "start" from json_each(?))
  select units.at, 0 as member, sum(f."requests") as "requests", sum(f."quota") as "quota", sum(f."prompt_tokens") as "prompt_tokens", sum(f."completion_tokens") as "completion_tokens", sum(f."failed") as "failed", sum(f."refused") as "refused", sum(f."cancelled") as "cancelled", sum(f."cut") as "cut", sum(f."timed_requests") as "timed_requests", sum(f."response_time") as "response_time", sum(f."streams") as "streams", sum(f."first_token_time") as "first_token_time"
  from units cross join usage_figures f
  where f.dimension = 1 and f.span = units.span and f.start = units.start
  group by units.at;

-- series, of some models
with units as materialized (select json_extract(value, '$[0]') as "at", json_extract(value, '$[1]') as "span", json_extract(value, '$[2]') as "start" from json_each(?)), keys as materialized (select json_extract(value, '$[0]') as "member", json_extract(value, '$[1]') as "user_id", json_extract(value, '$[2]') as "subject" from json_each(?))
  select units.at, keys.member, sum(f."requests") as "requests", sum(f."quota") as "quota", sum(f."prompt_tokens") as "prompt_tokens", sum(f."completion_tokens") as "completion_tokens", sum(f."failed") as "failed", sum(f."refused") as "refused", sum(f."cancelled") as "cancelled", sum(f."cut") as "cut", sum(f."timed_requests") as "timed_requests", sum(f."response_time") as "response_time", sum(f."streams") as "streams", sum(f."first_token_time") as "first_token_time"
  from units cross join keys cross join usage_figures f
  where f.dimension = 2 and f.span = units.span and f.start = units.start and f.user_id = 0 and f.subject = keys.subject
  group by units.at, keys.member;

-- series, of many models
with units as materialized (select json_extract(value, '$[0]') as "at", json_extract(value, '$[1]') as "span", json_extract(value, '$[2]') as "start" from json_each(?)), keys as materialized (select json_extract(value, '$[0]') as "member", json_extract(value, '$[1]') as "user_id", json_extract(value, '$[2]') as "subject" from json_each(?))
  select units.at, keys.member, sum(f."requests") as "requests", sum(f."quota") as "quota", sum(f."prompt_tokens") as "prompt_tokens", sum(f."completion_tokens") as "completion_tokens", sum(f."failed") as "failed", sum(f."refused") as "refused", sum(f."cancelled") as "cancelled", sum(f."cut") as "cut", sum(f."timed_requests") as "timed_requests", sum(f."response_time") as "response_time", sum(f."streams") as "streams", sum(f."first_token_time") as "first_token_time"
  from units cross join keys cross join usage_figures f
  where f.dimension = 2 and f.span = units.span and f.start = units.start and f.user_id = 0 and f.subject = keys.subject
  group by units.at, keys.member;

-- series, of a user
with units as materialized (select json_extract(value, '$[0]') as "at", json_extract(value, '$[1]') as "span", json_extract(value, '$[2]') as "start" from json_each(?)), keys as materialized (select json_extract(value, '$[0]') as "member", json_extract(value, '$[1]') as "user_id", json_extract(value, '$[2]') as "subject" from json_each(?))
  select units.at, keys.member, sum(f."requests") as "requests", sum(f."quota") as "quota", sum(f."prompt_tokens") as "prompt_tokens", sum(f."completion_tokens") as "completion_tokens", sum(f."failed") as "failed", sum(f."refused") as "refused", sum(f."cancelled") as "cancelled", sum(f."cut") as "cut", sum(f."timed_requests") as "timed_requests", sum(f."response_time") as "response_time", sum(f."streams") as "streams", sum(f."first_token_time") as "first_token_time"
  from units cross join keys cross join usage_figures f
  where f.dimension = 4 and f.span = units.span and f.start = units.start and f.user_id = keys.user_id
  group by units.at, keys.member;

-- minutes
select "start", sum("requests") as "requests", sum("quota") as "quota", sum("prompt_tokens") as "prompt_tokens", sum("completion_tokens") as "completion_tokens", sum("failed") as "failed", sum("refused") as "refused", sum("cancelled") as "cancelled", sum("cut") as "cut", sum("timed_requests") as "timed_requests", sum("response_time") as "response_time", sum("streams") as "streams", sum("first_token_time") as "first_token_time"
  from "usage_figures"
  where "dimension" = ? and "span" = ? and "start" >= ?
  group by "start"
  order by "start";

-- latencies
select "start", "subject", "requests"
  from "usage_figures"
  where "dimension" = ? and "span" = ? and "start" >= ?
  order by "start";
