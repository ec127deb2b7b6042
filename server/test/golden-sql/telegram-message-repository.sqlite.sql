-- insert
insert into "telegram_messages" ("chat_id", "created_time", "next_time", "attempts", "seal_ref", "body_encrypted")
  values (?, ?, ?, ?, ?, ?);

-- due
select *
  from "telegram_messages"
  where "next_time" <= ?
  order by "next_time", "id"
  limit ?;

-- take
update "telegram_messages"
  set "attempts" = "attempts" + ?, "next_time" = ?
  where "id" = ? and "next_time" = ?
  returning "id";

-- waiting
select count(*) as "count"
  from "telegram_messages"
  where "chat_id" = ?;

-- delete
delete
  from "telegram_messages"
  where "id" = ?;
