-- insert
insert into "mails" ("created_time", "kind", "recipient", "language", "about", "seal_ref", "body_encrypted", "status", "attempts", "next_time", "expires_time", "sent_time", "last_error")
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13);

-- findDue
select "id", "next_time"
  from "mails"
  where "status" = $1 and "next_time" <= $2
  order by case when "kind" = 'task_done' then 1 else 0 end, "next_time", "id"
  limit $3;

-- take
update "mails"
  set "attempts" = "attempts" + $1, "next_time" = $2
  where "id" = $3 and "status" = $4 and "next_time" = $5
  returning *;

-- settleSent
update "mails"
  set "status" = $1, "body_encrypted" = $2, "next_time" = $3, "sent_time" = $4, "last_error" = $5
  where "id" = $6 and "status" = $7;

-- settleFailed
update "mails"
  set "status" = $1, "body_encrypted" = $2, "next_time" = $3, "last_error" = $4
  where "id" = $5 and "status" = $6;

-- postpone
update "mails"
  set "next_time" = $1, "last_error" = $2
  where "id" = $3 and "status" = $4;

-- knows
select "id"
  from "mails"
  where "about" = $1 and "about" != $2 and "created_time" >= $3
  limit $4;

-- stuckSince
select "created_time", "last_error"
  from "mails"
  where "status" = $1 and "attempts" > $2 and "created_time" <= $3
  order by "id"
  limit $4;
select count(*) as "waiting"
  from "mails"
  where "status" = $1 and "attempts" > $2 and "created_time" <= $3;

-- page, of all
select count(*) as "count"
  from "mails";
select "id", "created_time", "kind", "recipient", "language", "about", "status", "attempts", "next_time", "expires_time", "sent_time", "last_error"
  from "mails"
  order by "id" desc
  limit $1
  offset $2;

-- page, of a status
select count(*) as "count"
  from "mails"
  where "status" = $1;
select "id", "created_time", "kind", "recipient", "language", "about", "status", "attempts", "next_time", "expires_time", "sent_time", "last_error"
  from "mails"
  where "status" = $1
  order by "id" asc
  limit $2
  offset $3;

-- deleteUntil
delete
  from "mails"
  where "created_time" <= $1;
