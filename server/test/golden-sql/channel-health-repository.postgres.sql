-- add
insert into "channel_health" ("channel_id", "span", "start", "successes", "authentication", "no_balance", "rate_limit", "timeout", "server_error", "bad_answer", "not_found", "wrong_request", "connection", "first_token_sum", "first_token_count", "response_sum")
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
  on conflict ("channel_id", "span", "start") do update
  set "successes" = "channel_health"."successes" + "excluded"."successes", "authentication" = "channel_health"."authentication" + "excluded"."authentication", "no_balance" = "channel_health"."no_balance" + "excluded"."no_balance", "rate_limit" = "channel_health"."rate_limit" + "excluded"."rate_limit", "timeout" = "channel_health"."timeout" + "excluded"."timeout", "server_error" = "channel_health"."server_error" + "excluded"."server_error", "bad_answer" = "channel_health"."bad_answer" + "excluded"."bad_answer", "not_found" = "channel_health"."not_found" + "excluded"."not_found", "wrong_request" = "channel_health"."wrong_request" + "excluded"."wrong_request", "connection" = "channel_health"."connection" + "excluded"."connection", "first_token_sum" = "channel_health"."first_token_sum" + "excluded"."first_token_sum", "first_token_count" = "channel_health"."first_token_count" + "excluded"."first_token_count", "response_sum" = "channel_health"."response_sum" + "excluded"."response_sum";

-- since
select *
  from "channel_health"
  where "channel_id" in ($1, $2) and "span" = $3 and "start" >= $4
  order by "channel_id", "start";

-- allSince
select *
  from "channel_health"
  where "span" = $1 and "start" >= $2;

-- living
select "id", "name", "type", "status"
  from "channels"
  where "deleted_time" = $1;

-- deleteBefore
delete
  from "channel_health"
  where "span" = $1 and "start" < $2;
