-- insert
insert into "channel_events" ("channel_id", "created_at", "kind", "model", "key_index", "key_hint", "status", "time", "reason", "request_id", "actor_name", "problem")
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12), ($13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24);

-- page
select *
  from "channel_events"
  where "channel_id" = $1
  order by "id" desc
  limit $2
  offset $3;
select count(*) as "count"
  from "channel_events"
  where "channel_id" = $1;

-- hasOfKey
select "id"
  from "channel_events"
  where "channel_id" = $1 and "kind" = $2 and "key_index" = $3 and "key_hint" = $4 and "created_at" >= $5
  limit $6;

-- newestWithoutRequest
select "channel_id", "kind", "reason", "problem"
  from "channel_events"
  where "id" in (select max("id") as "id" from "channel_events" where "channel_id" in ($1, $2) and "kind" in ($3, $4) and "request_id" = $5 group by "channel_id");

-- prune
select "id"
  from "channel_events"
  where "channel_id" = $1 and "kind" in ($2, $3)
  order by "id" desc
  limit $4
  offset $5;
delete
  from "channel_events"
  where "channel_id" = $1 and "kind" in ($2, $3) and "id" <= $4;

-- deleteOf
delete
  from "channel_events"
  where "channel_id" in ($1, $2);
