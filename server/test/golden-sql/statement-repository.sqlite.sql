-- changesBefore
select coalesce(sum("amount"), 0) as "amount"
  from "ledger_entries"
  where kind <> 'usage' and "user_id" = ? and "created_at" < ?;

-- usedBefore
select coalesce(sum("quota"), 0) as "quota"
  from "usage_hourly"
  where "user_id" = ? and "hour" < ?;

-- changeSums
select "kind", sum("amount") as "amount", count(*) as "count"
  from "ledger_entries"
  where kind <> 'usage' and "user_id" = ? and "created_at" >= ? and "created_at" < ?
  group by "kind";

-- changes
select "created_at", "kind", "amount", "remark"
  from "ledger_entries"
  where kind <> 'usage' and "user_id" = ? and "created_at" >= ? and "created_at" < ?
  order by "created_at", "id"
  limit ?;

-- usageByModel
select "model_name", coalesce(sum("request_count"), 0) as "request_count", coalesce(sum("quota"), 0) as "quota", coalesce(sum("prompt_tokens"), 0) as "prompt_tokens", coalesce(sum("completion_tokens"), 0) as "completion_tokens", coalesce(sum("request_time"), 0) as "request_time"
  from "usage_hourly"
  where "user_id" = ? and "hour" >= ? and "hour" < ?
  group by "model_name"
  order by "quota" desc, "model_name";

-- usageByMonth
select substr(date("hour" + 0, 'unixepoch'), 1, 7) as "month", coalesce(sum("request_count"), 0) as "request_count", coalesce(sum("quota"), 0) as "quota", coalesce(sum("prompt_tokens"), 0) as "prompt_tokens", coalesce(sum("completion_tokens"), 0) as "completion_tokens", coalesce(sum("request_time"), 0) as "request_time"
  from "usage_hourly"
  where "user_id" = ?
  group by "month";
