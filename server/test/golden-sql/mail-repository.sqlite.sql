-- insert
insert into "mails" ("created_time", "kind", "recipient", "language", "about", "seal_ref", "body_encrypted", "status", "attempts", "next_time", "expires_time", "sent_time", "last_error")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- findDue
select "id", "next_time"
  from "mails"
  where "status" = ? and "next_time" <= ?
  order by case when "kind" = 'task_done' then 1 else 0 end, "next_time", "id"
  limit ?;

-- take
update "mails"
  set "attempts" = "attempts" + ?, "next_time" = ?
  where "id" = ? and "status" = ? and "next_time" = ?
  returning *;

-- settleSent
update "mails"
  set "status" = ?, "body_encrypted" = ?, "next_time" = ?, "sent_time" = ?, "last_error" = ?
  where "id" = ? and "status" = ?;

-- settleFailed
update "mails"
  set "status" = ?, "body_encrypted" = ?, "next_time" = ?, "last_error" = ?
  where "id" = ? and "status" = ?;

-- postpone
update "mails"
  set "next_time" = ?, "last_error" = ?
  where "id" = ? and "status" = ?;

-- knows
select "id"
  from "mails"
  where "about" = ? and "about" != ? and "created_time" >= ?
  limit ?;

-- stuckSince
select "created_time", "last_error"
  from "mails"
  where "status" = ? and "attempts" > ? and "created_time" <= ?
  order by "id"
  limit ?;
select count(*) as "waiting"
  from "mails"
  where "status" = ? and "attempts" > ? and "created_time" <= ?;

-- page, of all
select count(*) as "count"
  from "mails";
select "id", "created_time", "kind", "recipient", "language", "about", "status", "attempts", "next_time", "expires_time", "sent_time", "last_error"
  from "mails"
  order by "id" desc
  limit ?
  offset ?;

-- page, of a status
select count(*) as "count"
  from "mails"
  where "status" = ?;
select "id", "created_time", "kind", "recipient", "language", "about", "status", "attempts", "next_time", "expires_time", "sent_time", "last_error"
  from "mails"
  where "status" = ?
  order by "id" asc
  limit ?
  offset ?;

-- deleteUntil
delete
  from "mails"
  where "created_time" <= ?;
