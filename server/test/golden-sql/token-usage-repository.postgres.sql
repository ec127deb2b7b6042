-- readable, by root
select "id"
  from "tokens"
  where "id" in ($1, $2) and "deleted_time" = $3;

-- readable, by another
select "id"
  from "tokens"
  where "id" in ($1, $2) and "deleted_time" = $3 and ("user_id" = $4 or (select owner.role from users as owner where owner.id = tokens.user_id) < $5);

-- days
select "token_id", hour - hour % 86400 as "day", sum("quota") as "quota"
  from "usage_hourly_tokens"
  where "token_id" in ($1, $2) and "hour" >= $3
  group by "token_id", hour - hour % 86400;
