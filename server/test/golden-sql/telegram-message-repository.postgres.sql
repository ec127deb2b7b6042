-- insert
insert into "telegram_messages" ("chat_id", "created_time", "next_time", "attempts", "seal_ref", "body_encrypted")
  values ($1, $2, $3, $4, $5, $6);

-- due
select *
  from "telegram_messages"
  where "next_time" <= $1
  order by "next_time", "id"
  limit $2;

-- take
update "telegram_messages"
  set "attempts" = "attempts" + $1, "next_time" = $2
  where "id" = $3 and "next_time" = $4
  returning "id";

-- waiting
select count(*) as "count"
  from "telegram_messages"
  where "chat_id" = $1;

-- delete
delete
  from "telegram_messages"
  where "id" = $1;
