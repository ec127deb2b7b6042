-- foldedUntil
select "folded_until"
  from "figure_folds"
  where "dimension" = $1;

-- begin
select "start"
  from "usage_figures"
  where "dimension" = $1 and "span" = $2
  order by "start"
  limit $3;

-- sums, of all models
with units as materialized (select (value ->> 0)::bigint as "sign", (value ->> 1)::bigint as "span", (value ->> 2)::bigint as "start" from json_array_elements($1::json))
  select coalesce(sum((units.sign * f."requests")::float8), 0) as request_count, coalesce(sum((units.sign * f."quota")::float8), 0) as quota, coalesce(sum((units.sign * f."prompt_tokens")::float8), 0) as prompt_tokens, coalesce(sum((units.sign * f."completion_tokens")::float8), 0) as completion_tokens
  from units cross join lateral (select * from usage_figures f where f.dimension = 1 and f.span = units.span and f.start = units.start offset 0) f
  where true;

-- sums, of one model
with units as materialized (select (value ->> 0)::bigint as "sign", (value ->> 1)::bigint as "span", (value ->> 2)::bigint as "start" from json_array_elements($1::json))
  select coalesce(sum((units.sign * f."requests")::float8), 0) as request_count, coalesce(sum((units.sign * f."quota")::float8), 0) as quota, coalesce(sum((units.sign * f."prompt_tokens")::float8), 0) as prompt_tokens, coalesce(sum((units.sign * f."completion_tokens")::float8), 0) as completion_tokens
  from units cross join lateral (select * from usage_figures f where f.dimension = 2 and f.span = units.span and f.start = units.start and f.subject = $2 offset 0) f
  where true;

-- sums, of models that begin so
with units as materialized (select (value ->> 0)::bigint as "sign", (value ->> 1)::bigint as "span", (value ->> 2)::bigint as "start" from json_array_elements($1::json))
  select coalesce(sum((units.sign * f."requests")::float8), 0) as request_count, coalesce(sum((units.sign * f."quota")::float8), 0) as quota, coalesce(sum((units.sign * f."prompt_tokens")::float8), 0) as prompt_tokens, coalesce(sum((units.sign * f."completion_tokens")::float8), 0) as completion_tokens
  from units cross join lateral (select * from usage_figures f where f.dimension = 2 and f.span = units.span and f.start = units.start and substr(f.subject, 1, 1) = $2 offset 0) f
  where true;

-- sumsByKey, of everyone
with units as materialized (select (value ->> 0)::bigint as "sign", (value ->> 1)::bigint as "span", (value ->> 2)::bigint as "start" from json_array_elements($1::json))
  select f.user_id as "userId", f.subject as subject, sum((units.sign * f."requests")::float8) as requests, sum((units.sign * f."quota")::float8) as quota, sum((units.sign * f."prompt_tokens")::float8) + sum((units.sign * f."completion_tokens")::float8) as tokens
  from units cross join lateral (select * from usage_figures f where f.dimension = 2 and f.span = units.span and f.start = units.start offset 0) f
  where true
  group by f.user_id, f.subject having sum((units.sign * f."requests")::float8) <> 0;

-- sumsByKey, by user
with units as materialized (select (value ->> 0)::bigint as "sign", (value ->> 1)::bigint as "span", (value ->> 2)::bigint as "start" from json_array_elements($1::json))
  select f.user_id as "userId", '' as subject, sum((units.sign * f."requests")::float8) as requests, sum((units.sign * f."quota")::float8) as quota, sum((units.sign * f."prompt_tokens")::float8) + sum((units.sign * f."completion_tokens")::float8) as tokens
  from units cross join lateral (select * from usage_figures f where f.dimension = 4 and f.span = units.span and f.start = units.start offset 0) f
  where true
  group by f.user_id having sum((units.sign * f."requests")::float8) <> 0;

-- sumsByKey, of one user
with units as materialized (select (value ->> 0)::bigint as "sign", (value ->> 1)::bigint as "span", (value ->> 2)::bigint as "start" from json_array_elements($1::json))
  select f.user_id as "userId", f.subject as subject, sum((units.sign * f."requests")::float8) as requests, sum((units.sign * f."quota")::float8) as quota, sum((units.sign * f."prompt_tokens")::float8) + sum((units.sign * f."completion_tokens")::float8) as tokens
  from units cross join lateral (select * from usage_figures f where f.dimension = 4 and f.span = units.span and f.start = units.start and f.user_id = $2 offset 0) f
  where true
  group by f.user_id, f.subject having sum((units.sign * f."requests")::float8) <> 0;

-- series, of everyone
with units as materialized (select (value ->> 0)::bigint as "at", (value ->> 1)::bigint as "span", (value ->> 2)::bigint as "start" from json_array_elements($1::json))
  select units.at, 0 as member, sum(f."requests"::float8) as "requests", sum(f."quota"::float8) as "quota", sum(f."prompt_tokens"::float8) as "prompt_tokens", sum(f."completion_tokens"::float8) as "completion_tokens", sum(f."failed"::float8) as "failed", sum(f."refused"::float8) as "refused", sum(f."cancelled"::float8) as "cancelled", sum(f."cut"::float8) as "cut", sum(f."timed_requests"::float8) as "timed_requests", sum(f."response_time"::float8) as "response_time", sum(f."streams"::float8) as "streams", sum(f."first_token_time"::float8) as "first_token_time"
  from units cross join lateral (select * from usage_figures f where f.dimension = 1 and f.span = units.span and f.start = units.start offset 0) f
  where true
  group by units.at;

-- series, of some models
with units as materialized (select (value ->> 0)::bigint as "at", (value ->> 1)::bigint as "span", (value ->> 2)::bigint as "start" from json_array_elements($1::json)), keys as materialized (select (value ->> 0)::bigint as "member", (value ->> 1)::bigint as "user_id", (value ->> 2)::text as "subject" from json_array_elements($2::json))
  select units.at, keys.member, sum(f."requests"::float8) as "requests", sum(f."quota"::float8) as "quota", sum(f."prompt_tokens"::float8) as "prompt_tokens", sum(f."completion_tokens"::float8) as "completion_tokens", sum(f."failed"::float8) as "failed", sum(f."refused"::float8) as "refused", sum(f."cancelled"::float8) as "cancelled", sum(f."cut"::float8) as "cut", sum(f."timed_requests"::float8) as "timed_requests", sum(f."response_time"::float8) as "response_time", sum(f."streams"::float8) as "streams", sum(f."first_token_time"::float8) as "first_token_time"
  from units cross join keys cross join lateral (select * from usage_figures f where f.dimension = 2 and f.span = units.span and f.start = units.start and f.user_id = 0 and f.subject = keys.subject offset 0) f
  where true
  group by units.at, keys.member;

-- series, of many models
with units as materialized (select (value ->> 0)::bigint as "at", (value ->> 1)::bigint as "span", (value ->> 2)::bigint as "start" from json_array_elements($1::json)), keys as materialized (select (value ->> 0)::bigint as "member", (value ->> 1)::bigint as "user_id", (value ->> 2)::text as "subject" from json_array_elements($2::json))
  select units.at, f.member, sum(f."requests"::float8) as "requests", sum(f."quota"::float8) as "quota", sum(f."prompt_tokens"::float8) as "prompt_tokens", sum(f."completion_tokens"::float8) as "completion_tokens", sum(f."failed"::float8) as "failed", sum(f."refused"::float8) as "refused", sum(f."cancelled"::float8) as "cancelled", sum(f."cut"::float8) as "cut", sum(f."timed_requests"::float8) as "timed_requests", sum(f."response_time"::float8) as "response_time", sum(f."streams"::float8) as "streams", sum(f."first_token_time"::float8) as "first_token_time"
  from units cross join lateral (select keys.member, sum(f."requests"::float8) as "requests", sum(f."quota"::float8) as "quota", sum(f."prompt_tokens"::float8) as "prompt_tokens", sum(f."completion_tokens"::float8) as "completion_tokens", sum(f."failed"::float8) as "failed", sum(f."refused"::float8) as "refused", sum(f."cancelled"::float8) as "cancelled", sum(f."cut"::float8) as "cut", sum(f."timed_requests"::float8) as "timed_requests", sum(f."response_time"::float8) as "response_time", sum(f."streams"::float8) as "streams", sum(f."first_token_time"::float8) as "first_token_time" from (select * from usage_figures f where f.dimension = 2 and f.span = units.span and f.start = units.start offset 0) f join keys on f.subject = keys.subject group by keys.member) f
  group by units.at, f.member;

-- series, of a user
with units as materialized (select (value ->> 0)::bigint as "at", (value ->> 1)::bigint as "span", (value ->> 2)::bigint as "start" from json_array_elements($1::json)), keys as materialized (select (value ->> 0)::bigint as "member", (value ->> 1)::bigint as "user_id", (value ->> 2)::text as "subject" from json_array_elements($2::json))
  select units.at, keys.member, sum(f."requests"::float8) as "requests", sum(f."quota"::float8) as "quota", sum(f."prompt_tokens"::float8) as "prompt_tokens", sum(f."completion_tokens"::float8) as "completion_tokens", sum(f."failed"::float8) as "failed", sum(f."refused"::float8) as "refused", sum(f."cancelled"::float8) as "cancelled", sum(f."cut"::float8) as "cut", sum(f."timed_requests"::float8) as "timed_requests", sum(f."response_time"::float8) as "response_time", sum(f."streams"::float8) as "streams", sum(f."first_token_time"::float8) as "first_token_time"
  from units cross join keys cross join lateral (select * from usage_figures f where f.dimension = 4 and f.span = units.span and f.start = units.start and f.user_id = keys.user_id offset 0) f
  where true
  group by units.at, keys.member;

-- minutes
select "start", sum("requests") as "requests", sum("quota") as "quota", sum("prompt_tokens") as "prompt_tokens", sum("completion_tokens") as "completion_tokens", sum("failed") as "failed", sum("refused") as "refused", sum("cancelled") as "cancelled", sum("cut") as "cut", sum("timed_requests") as "timed_requests", sum("response_time") as "response_time", sum("streams") as "streams", sum("first_token_time") as "first_token_time"
  from "usage_figures"
  where "dimension" = $1 and "span" = $2 and "start" >= $3
  group by "start"
  order by "start";

-- latencies
select "start", "subject", "requests"
  from "usage_figures"
  where "dimension" = $1 and "span" = $2 and "start" >= $3
  order by "start";
