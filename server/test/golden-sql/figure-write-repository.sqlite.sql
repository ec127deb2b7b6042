-- folds
select *
  from "figure_folds";

-- setFoldedUntil
update "figure_folds"
  set "folded_until" = ?
  where "dimension" = ?;

-- firstStart
select "start"
  from "usage_figures"
  where "dimension" = ? and "span" = ? and "start" >= ?
  order by "start"
  limit ?;

-- fold
insert into usage_figures ("dimension", "span", "start", "user_id", "subject", "requests", "quota", "prompt_tokens", "completion_tokens", "failed", "refused", "cancelled", "cut", "timed_requests", "response_time", "streams", "first_token_time")
  select dimension, 3600, ?, user_id, subject, sum("requests"), sum("quota"), sum("prompt_tokens"), sum("completion_tokens"), sum("failed"), sum("refused"), sum("cancelled"), sum("cut"), sum("timed_requests"), sum("response_time"), sum("streams"), sum("first_token_time")
  from usage_figures
  where dimension in (1, 2) and span = 900 and start >= ? and start < ?
  group by dimension, user_id, subject
  on conflict (dimension, span, start, user_id, subject) do update
  set "requests" = "usage_figures"."requests" + "excluded"."requests", "quota" = "usage_figures"."quota" + "excluded"."quota", "prompt_tokens" = "usage_figures"."prompt_tokens" + "excluded"."prompt_tokens", "completion_tokens" = "usage_figures"."completion_tokens" + "excluded"."completion_tokens", "failed" = "usage_figures"."failed" + "excluded"."failed", "refused" = "usage_figures"."refused" + "excluded"."refused", "cancelled" = "usage_figures"."cancelled" + "excluded"."cancelled", "cut" = "usage_figures"."cut" + "excluded"."cut", "timed_requests" = "usage_figures"."timed_requests" + "excluded"."timed_requests", "response_time" = "usage_figures"."response_time" + "excluded"."response_time", "streams" = "usage_figures"."streams" + "excluded"."streams", "first_token_time" = "usage_figures"."first_token_time" + "excluded"."first_token_time";

-- add
insert into "usage_figures" ("dimension", "span", "start", "user_id", "subject", "requests", "quota", "prompt_tokens", "completion_tokens", "failed", "refused", "cancelled", "cut", "timed_requests", "response_time", "streams", "first_token_time")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict ("dimension", "span", "start", "user_id", "subject") do update
  set "requests" = "usage_figures"."requests" + "excluded"."requests", "quota" = "usage_figures"."quota" + "excluded"."quota", "prompt_tokens" = "usage_figures"."prompt_tokens" + "excluded"."prompt_tokens", "completion_tokens" = "usage_figures"."completion_tokens" + "excluded"."completion_tokens", "failed" = "usage_figures"."failed" + "excluded"."failed", "refused" = "usage_figures"."refused" + "excluded"."refused", "cancelled" = "usage_figures"."cancelled" + "excluded"."cancelled", "cut" = "usage_figures"."cut" + "excluded"."cut", "timed_requests" = "usage_figures"."timed_requests" + "excluded"."timed_requests", "response_time" = "usage_figures"."response_time" + "excluded"."response_time", "streams" = "usage_figures"."streams" + "excluded"."streams", "first_token_time" = "usage_figures"."first_token_time" + "excluded"."first_token_time";

-- delete
delete
  from "usage_figures"
  where "dimension" in (?, ?) and "span" = ? and "start" >= ? and "start" < ?;

-- countedCalls
select coalesce(sum(requests), 0) as "requests"
  from "usage_figures"
  where "dimension" = ? and "span" = ? and "start" >= ? and "start" < ?;

-- calls, of a time
select "id", "created_at", "user_id", "token_id", "model_name", "channel_id", "quota", "prompt_tokens", "completion_tokens", "request_time", "is_stream", "outcome", "metadata"
  from "logs"
  where "type" = ? and "created_at" >= ? and "created_at" < ?
  order by "created_at", "id"
  limit ?;
-- plan: SEARCH logs USING INDEX logs_created (created_at>? AND created_at<?)

-- calls, behind a row
select "id", "created_at", "user_id", "token_id", "model_name", "channel_id", "quota", "prompt_tokens", "completion_tokens", "request_time", "is_stream", "outcome", "metadata"
  from "logs"
  where "type" = ? and "created_at" >= ? and "created_at" < ? and ("created_at" > ? or "id" > ?)
  order by "created_at", "id"
  limit ?;
-- plan: SEARCH logs USING INDEX logs_created (created_at>? AND created_at<?)

-- oldestCall
select "created_at"
  from "logs"
  where "type" = ?
  order by "created_at", "id"
  limit ?;
-- plan: SCAN logs USING INDEX logs_created
