-- collect
insert into "notices" ("created_time", "channel_id", "channel_name", "event", "subject", "label", "seal_ref", "body_encrypted", "count", "status", "attempts", "next_time", "sent_time", "delivered", "last_error")
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
  on conflict ("channel_id", "event", "subject")
  where "status" = 'queued' and "attempts" = 0 do update
  set "count" = "notices"."count" + $16, "label" = $17, "seal_ref" = $18, "body_encrypted" = $19;

-- lastAbout
select "created_time", "sent_time"
  from "notices"
  where "channel_id" = $1 and "event" = $2 and "subject" = $3
  order by "id" desc
  limit $4;

-- dueChannels
select distinct "channel_id"
  from "notices"
  where "status" = 'queued' and "next_time" <= $1;

-- findDue
select "id", "next_time"
  from "notices"
  where "status" = 'queued' and "channel_id" = $1 and "next_time" <= $2
  order by "next_time", "id"
  limit $3;

-- take
update "notices"
  set "attempts" = "attempts" + $1, "next_time" = $2
  where "id" = $3 and "status" = $4 and "next_time" = $5
  returning *;

-- settleSent
update "notices"
  set "status" = $1, "body_encrypted" = $2, "next_time" = $3, "sent_time" = $4, "last_error" = $5
  where "id" = $6 and "status" = $7;

-- settleFailed
update "notices"
  set "status" = $1, "body_encrypted" = $2, "next_time" = $3, "last_error" = $4
  where "id" = $5 and "status" = $6;

-- postpone
update "notices"
  set "next_time" = $1, "last_error" = $2, "delivered" = $3
  where "id" = $4 and "status" = $5;

-- holdBack
update "notices"
  set "next_time" = $1
  where "channel_id" = $2 and "status" = $3 and "next_time" < $4;

-- waiting
select "channel_id", count(*) as "count"
  from "notices"
  where "status" = $1
  group by "channel_id";

-- stuckSince
select "channel_id", min("id") as "first", count(*) as "waiting"
  from "notices"
  where "status" = $1 and "attempts" > $2 and "created_time" <= $3
  group by "channel_id";
select "channel_id", "channel_name", "created_time", "last_error"
  from "notices"
  where "id" in ($1)
  order by "id";

-- page, of all
select count(*) as "count"
  from "notices";
select "id", "created_time", "channel_id", "channel_name", "event", "subject", "label", "count", "status", "attempts", "next_time", "sent_time", "last_error"
  from "notices"
  order by "id" desc
  limit $1
  offset $2;

-- page, by every field
select count(*) as "count"
  from "notices"
  where "channel_id" = $1 and "event" = $2 and "status" = $3;
select "id", "created_time", "channel_id", "channel_name", "event", "subject", "label", "count", "status", "attempts", "next_time", "sent_time", "last_error"
  from "notices"
  where "channel_id" = $1 and "event" = $2 and "status" = $3
  order by "id" asc
  limit $4
  offset $5;

-- deleteQueued
delete
  from "notices"
  where "channel_id" = $1 and "status" = $2;

-- deleteUntil
delete
  from "notices"
  where "created_time" <= $1;
