-- collect
insert into "notices" ("created_time", "channel_id", "channel_name", "event", "subject", "label", "seal_ref", "body_encrypted", "count", "status", "attempts", "next_time", "sent_time", "delivered", "last_error")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict ("channel_id", "event", "subject")
  where "status" = 'queued' and "attempts" = 0 do update
  set "count" = "notices"."count" + ?, "label" = ?, "seal_ref" = ?, "body_encrypted" = ?;

-- lastAbout
select "created_time", "sent_time"
  from "notices"
  where "channel_id" = ? and "event" = ? and "subject" = ?
  order by "id" desc
  limit ?;

-- dueChannels
select distinct "channel_id"
  from "notices"
  where "status" = 'queued' and "next_time" <= ?;

-- findDue
select "id", "next_time"
  from "notices"
  where "status" = 'queued' and "channel_id" = ? and "next_time" <= ?
  order by "next_time", "id"
  limit ?;

-- take
update "notices"
  set "attempts" = "attempts" + ?, "next_time" = ?
  where "id" = ? and "status" = ? and "next_time" = ?
  returning *;

-- settleSent
update "notices"
  set "status" = ?, "body_encrypted" = ?, "next_time" = ?, "sent_time" = ?, "last_error" = ?
  where "id" = ? and "status" = ?;

-- settleFailed
update "notices"
  set "status" = ?, "body_encrypted" = ?, "next_time" = ?, "last_error" = ?
  where "id" = ? and "status" = ?;

-- postpone
update "notices"
  set "next_time" = ?, "last_error" = ?, "delivered" = ?
  where "id" = ? and "status" = ?;

-- holdBack
update "notices"
  set "next_time" = ?
  where "channel_id" = ? and "status" = ? and "next_time" < ?;

-- waiting
select "channel_id", count(*) as "count"
  from "notices"
  where "status" = ?
  group by "channel_id";

-- stuckSince
select "channel_id", min("id") as "first", count(*) as "waiting"
  from "notices"
  where "status" = ? and "attempts" > ? and "created_time" <= ?
  group by "channel_id";
select "channel_id", "channel_name", "created_time", "last_error"
  from "notices"
  where "id" in (?)
  order by "id";

-- page, of all
select count(*) as "count"
  from "notices";
select "id", "created_time", "channel_id", "channel_name", "event", "subject", "label", "count", "status", "attempts", "next_time", "sent_time", "last_error"
  from "notices"
  order by "id" desc
  limit ?
  offset ?;

-- page, by every field
select count(*) as "count"
  from "notices"
  where "channel_id" = ? and "event" = ? and "status" = ?;
select "id", "created_time", "channel_id", "channel_name", "event", "subject", "label", "count", "status", "attempts", "next_time", "sent_time", "last_error"
  from "notices"
  where "channel_id" = ? and "event" = ? and "status" = ?
  order by "id" asc
  limit ?
  offset ?;

-- deleteQueued
delete
  from "notices"
  where "channel_id" = ? and "status" = ?;

-- deleteUntil
delete
  from "notices"
  where "created_time" <= ?;
