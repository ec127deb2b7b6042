-- insert
insert into "channel_events" ("channel_id", "created_at", "kind", "model", "key_index", "key_hint", "status", "time", "reason", "request_id", "actor_name", "problem")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- page
select *
  from "channel_events"
  where "channel_id" = ?
  order by "id" desc
  limit ?
  offset ?;
select count(*) as "count"
  from "channel_events"
  where "channel_id" = ?;

-- hasOfKey
select "id"
  from "channel_events"
  where "channel_id" = ? and "kind" = ? and "key_index" = ? and "key_hint" = ? and "created_at" >= ?
  limit ?;

-- newestWithoutRequest
select "channel_id", "kind", "reason", "problem"
  from "channel_events"
  where "id" in (select max("id") as "id" from "channel_events" where "channel_id" in (?, ?) and "kind" in (?, ?) and "request_id" = ? group by "channel_id");

-- prune
select "id"
  from "channel_events"
  where "channel_id" = ? and "kind" in (?, ?)
  order by "id" desc
  limit ?
  offset ?;
delete
  from "channel_events"
  where "channel_id" = ? and "kind" in (?, ?) and "id" <= ?;

-- deleteOf
delete
  from "channel_events"
  where "channel_id" in (?, ?);
