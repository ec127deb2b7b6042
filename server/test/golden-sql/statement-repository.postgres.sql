-- changesBefore
select coalesce(sum("amount"), 0) as "amount"
  from "ledger_entries"
  where kind <> 'usage' and "user_id" = $1 and "created_at" < $2;

-- usedBefore
select coalesce(sum("quota"), 0) as "quota"
  from "usage_hourly"
  where "user_id" = $1 and "hour" < $2;

-- changeSums
select "kind", sum("amount") as "amount", count(*) as "count"
  from "ledger_entries"
  where kind <> 'usage' and "user_id" = $1 and "created_at" >= $2 and "created_at" < $3
  group by "kind";

-- changes
select "created_at", "kind", "amount", "remark"
  from "ledger_entries"
  where kind <> 'usage' and "user_id" = $1 and "created_at" >= $2 and "created_at" < $3
  order by "created_at", "id"
  limit $4;

-- usageByModel
select "model_name", coalesce(sum("request_count"), 0) as "request_count", coalesce(sum("quota"), 0) as "quota", coalesce(sum("prompt_tokens"), 0) as "prompt_tokens", coalesce(sum("completion_tokens"), 0) as "completion_tokens", coalesce(sum("request_time"), 0) as "request_time"
  from "usage_hourly"
  where "user_id" = $1 and "hour" >= $2 and "hour" < $3
  group by "model_name"
  order by "quota" desc, "model_name";

-- usageByMonth
select substr(to_char(to_timestamp("hour" + 0) at time zone 'UTC', 'YYYY-MM-DD'), 1, 7) as "month", coalesce(sum("request_count"), 0) as "request_count", coalesce(sum("quota"), 0) as "quota", coalesce(sum("prompt_tokens"), 0) as "prompt_tokens", coalesce(sum("completion_tokens"), 0) as "completion_tokens", coalesce(sum("request_time"), 0) as "request_time"
  from "usage_hourly"
  where "user_id" = $1
  group by "month";
