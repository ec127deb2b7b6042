-- find
select *
  from "telegram_bots"
  where "bot_id" = ?;

-- save
insert into "telegram_bots" ("bot_id", "username", "commands_hash")
  values (?, ?, ?)
  on conflict ("bot_id") do update
  set "username" = ?, "commands_hash" = ?;

-- takeUpdate
insert into "telegram_updates" ("bot_id", "update_id", "received_time")
  values (?, ?, ?)
  on conflict ("bot_id", "update_id") do nothing
  returning "update_id";

-- forgetUpdates
delete
  from "telegram_updates"
  where "received_time" < ?;
