-- readable, by root
select "id"
  from "tokens"
  where "id" in (?, ?) and "deleted_time" = ?;

-- readable, by another
select "id"
  from "tokens"
  where "id" in (?, ?) and "deleted_time" = ? and ("user_id" = ? or (select owner.role from users as owner where owner.id = tokens.user_id) < ?);

-- days
select "token_id", hour - hour % 86400 as "day", sum("quota") as "quota"
  from "usage_hourly_tokens"
  where "token_id" in (?, ?) and "hour" >= ?
  group by "token_id", hour - hour % 86400;
