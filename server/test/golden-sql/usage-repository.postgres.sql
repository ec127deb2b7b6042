-- byDayAndModel
select to_char(to_timestamp("hour" + 28800) at time zone 'UTC', 'YYYY-MM-DD') as "day", "model_name", coalesce(sum("request_count"), 0) as "request_count", coalesce(sum("quota"), 0) as "quota", coalesce(sum("prompt_tokens"), 0) as "prompt_tokens", coalesce(sum("completion_tokens"), 0) as "completion_tokens", coalesce(sum(case when channel_id = 0 then 0 else request_time - task_time end), 0) as "request_time", coalesce(sum(case when channel_id = 0 then 0 else request_count - task_count end), 0) as "timed_count"
  from "usage_hourly"
  where "user_id" = $1 and "hour" >= $2
  group by "day", "model_name"
  order by "day", "model_name";

-- bySpanAndModel
select hour - hour % 86400 as "start", "model_name", coalesce(sum("request_count"), 0) as "request_count", coalesce(sum("quota"), 0) as "quota", coalesce(sum("prompt_tokens"), 0) as "prompt_tokens", coalesce(sum("completion_tokens"), 0) as "completion_tokens"
  from "usage_hourly"
  where "user_id" = $1 and "hour" >= $2 and "hour" <= $3
  group by hour - hour % 86400, "model_name"
  order by "start", "model_name";

-- uncollected
select coalesce(sum(case when day >= $1 then "quota" else 0 end), 0) as "recent", coalesce(sum(case when day >= $2 then "calls" else 0 end), 0) as "calls", coalesce(sum(quota), 0) as "all_time"
  from "uncollected_daily";

-- sums, of everyone
select coalesce(sum("request_count"), 0) as "request_count", coalesce(sum("quota"), 0) as "quota", coalesce(sum("prompt_tokens"), 0) as "prompt_tokens", coalesce(sum("completion_tokens"), 0) as "completion_tokens"
  from "usage_hourly"
  where "hour" >= $1 and "hour" < $2;

-- sums, of models that begin so
select coalesce(sum("request_count"), 0) as "request_count", coalesce(sum("quota"), 0) as "quota", coalesce(sum("prompt_tokens"), 0) as "prompt_tokens", coalesce(sum("completion_tokens"), 0) as "completion_tokens"
  from "usage_hourly"
  where "hour" >= $1 and "hour" < $2 and substr("model_name", 1, 1) = $3;

-- sums, of users, a channel and a model
select coalesce(sum("request_count"), 0) as "request_count", coalesce(sum("quota"), 0) as "quota", coalesce(sum("prompt_tokens"), 0) as "prompt_tokens", coalesce(sum("completion_tokens"), 0) as "completion_tokens"
  from "usage_hourly"
  where "hour" >= $1 and "hour" < $2 and "user_id" in ($3, $4) and "channel_id" = $5 and "model_name" = $6;

-- endedSums, of everyone
select coalesce(sum("request_count"), 0) as "request_count", coalesce(sum("quota"), 0) as "quota", coalesce(sum("prompt_tokens"), 0) as "prompt_tokens", coalesce(sum("completion_tokens"), 0) as "completion_tokens"
  from "usage_hourly_outcomes"
  where "hour" >= $1 and "hour" < $2;

-- endedSums, of everyone's failed calls
select coalesce(sum("request_count"), 0) as "request_count", coalesce(sum("quota"), 0) as "quota", coalesce(sum("prompt_tokens"), 0) as "prompt_tokens", coalesce(sum("completion_tokens"), 0) as "completion_tokens"
  from "usage_hourly_outcomes"
  where "hour" >= $1 and "hour" < $2 and outcome = $3;

-- any
select "hour"
  from "usage_hourly"
  where ("completion_tokens" > $1 or "prompt_tokens" > $2 or "quota" > $3)
  limit $4;
