-- page, of all
select *
  from "telegram_menus"
  order by "command" asc, "id" desc
  limit $1
  offset $2;
select count(*) as "count"
  from "telegram_menus";

-- page, by keyword
select *
  from "telegram_menus"
  where (lower("command") like lower($1) escape '\' or lower("description") like lower($2) escape '\' or lower("reply_message") like lower($3) escape '\')
  order by "command" asc, "id" desc
  limit $4
  offset $5;
select count(*) as "count"
  from "telegram_menus"
  where (lower("command") like lower($1) escape '\' or lower("description") like lower($2) escape '\' or lower("reply_message") like lower($3) escape '\');

-- listCommands
select "command", "description"
  from "telegram_menus"
  order by "id";

-- find
select *
  from "telegram_menus"
  where "id" = $1;

-- findByCommand
select *
  from "telegram_menus"
  where "command" = $1;

-- insert
insert into "telegram_menus" ("command", "description", "parse_mode", "reply_message")
  values ($1, $2, $3, $4)
  returning *;

-- update
update "telegram_menus"
  set "command" = $1, "description" = $2, "parse_mode" = $3, "reply_message" = $4
  where "id" = $5
  returning *;

-- delete
delete
  from "telegram_menus"
  where "id" = $1
  returning *;
