-- folds
select *
  from "figure_folds";

-- setFoldedUntil
update "figure_folds"
  set "folded_until" = $1
  where "dimension" = $2;

-- firstStart
select "start"
  from "usage_figures"
  where "dimension" = $1 and "span" = $2 and "start" >= $3
  order by "start"
  limit $4;

-- fold
insert into usage_figures ("dimension", "span", "start", "user_id", "subject", "requests", "quota", "prompt_tokens", "completion_tokens", "failed", "refused", "cancelled", "cut", "timed_requests", "response_time", "streams", "first_token_time")
  select dimension, 3600, $1, user_id, subject, sum("requests"), sum("quota"), sum("prompt_tokens"), sum("completion_tokens"), sum("failed"), sum("refused"), sum("cancelled"), sum("cut"), sum("timed_requests"), sum("response_time"), sum("streams"), sum("first_token_time")
  from usage_figures
  where dimension in (1, 2) and span = 900 and start >= $2 and start < $3
  group by dimension, user_id, subject
  on conflict (dimension, span, start, user_id, subject) do update
  set "requests" = "usage_figures"."requests" + "excluded"."requests", "quota" = "usage_figures"."quota" + "excluded"."quota", "prompt_tokens" = "usage_figures"."prompt_tokens" + "excluded"."prompt_tokens", "completion_tokens" = "usage_figures"."completion_tokens" + "excluded"."completion_tokens", "failed" = "usage_figures"."failed" + "excluded"."failed", "refused" = "usage_figures"."refused" + "excluded"."refused", "cancelled" = "usage_figures"."cancelled" + "excluded"."cancelled", "cut" = "usage_figures"."cut" + "excluded"."cut", "timed_requests" = "usage_figures"."timed_requests" + "excluded"."timed_requests", "response_time" = "usage_figures"."response_time" + "excluded"."response_time", "streams" = "usage_figures"."streams" + "excluded"."streams", "first_token_time" = "usage_figures"."first_token_time" + "excluded"."first_token_time";

-- add
insert into "usage_figures" ("dimension", "span", "start", "user_id", "subject", "requests", "quota", "prompt_tokens", "completion_tokens", "failed", "refused", "cancelled", "cut", "timed_requests", "response_time", "streams", "first_token_time")
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
  on conflict ("dimension", "span", "start", "user_id", "subject") do update
  set "requests" = "usage_figures"."requests" + "excluded"."requests", "quota" = "usage_figures"."quota" + "excluded"."quota", "prompt_tokens" = "usage_figures"."prompt_tokens" + "excluded"."prompt_tokens", "completion_tokens" = "usage_figures"."completion_tokens" + "excluded"."completion_tokens", "failed" = "usage_figures"."failed" + "excluded"."failed", "refused" = "usage_figures"."refused" + "excluded"."refused", "cancelled" = "usage_figures"."cancelled" + "excluded"."cancelled", "cut" = "usage_figures"."cut" + "excluded"."cut", "timed_requests" = "usage_figures"."timed_requests" + "excluded"."timed_requests", "response_time" = "usage_figures"."response_time" + "excluded"."response_time", "streams" = "usage_figures"."streams" + "excluded"."streams", "first_token_time" = "usage_figures"."first_token_time" + "excluded"."first_token_time";

-- delete
delete
  from "usage_figures"
  where "dimension" in ($1, $2) and "span" = $3 and "start" >= $4 and "start" < $5;

-- countedCalls
select coalesce(sum(requests), 0) as "requests"
  from "usage_figures"
  where "dimension" = $1 and "span" = $2 and "start" >= $3 and "start" < $4;

-- calls, of a time
select "id", "created_at", "user_id", "token_id", "model_name", "channel_id", "quota", "prompt_tokens", "completion_tokens", "request_time", "is_stream", "outcome", "metadata"
  from "logs"
  where "type" = $1 and "created_at" >= $2 and "created_at" < $3
  order by "created_at", "id"
  limit $4;

-- calls, behind a row
select "id", "created_at", "user_id", "token_id", "model_name", "channel_id", "quota", "prompt_tokens", "completion_tokens", "request_time", "is_stream", "outcome", "metadata"
  from "logs"
  where "type" = $1 and "created_at" >= $2 and "created_at" < $3 and ("created_at" > $4 or "id" > $5)
  order by "created_at", "id"
  limit $6;

-- oldestCall
select "created_at"
  from "logs"
  where "type" = $1
  order by "created_at", "id"
  limit $2;
