-- find
select *
  from "telegram_bots"
  where "bot_id" = $1;

-- save
insert into "telegram_bots" ("bot_id", "username", "commands_hash")
  values ($1, $2, $3)
  on conflict ("bot_id") do update
  set "username" = $4, "commands_hash" = $5;

-- takeUpdate
insert into "telegram_updates" ("bot_id", "update_id", "received_time")
  values ($1, $2, $3)
  on conflict ("bot_id", "update_id") do nothing
  returning "update_id";

-- forgetUpdates
delete
  from "telegram_updates"
  where "received_time" < $1;
