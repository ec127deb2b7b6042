-- page, of all
select *
  from "telegram_menus"
  order by "command" asc, "id" desc
  limit ?
  offset ?;
select count(*) as "count"
  from "telegram_menus";

-- page, by keyword
select *
  from "telegram_menus"
  where (lower("command") like lower(?) escape '\' or lower("description") like lower(?) escape '\' or lower("reply_message") like lower(?) escape '\')
  order by "command" asc, "id" desc
  limit ?
  offset ?;
select count(*) as "count"
  from "telegram_menus"
  where (lower("command") like lower(?) escape '\' or lower("description") like lower(?) escape '\' or lower("reply_message") like lower(?) escape '\');

-- listCommands
select "command", "description"
  from "telegram_menus"
  order by "id";

-- find
select *
  from "telegram_menus"
  where "id" = ?;

-- findByCommand
select *
  from "telegram_menus"
  where "command" = ?;

-- insert
insert into "telegram_menus" ("command", "description", "parse_mode", "reply_message")
  values (?, ?, ?, ?)
  returning *;

-- update
update "telegram_menus"
  set "command" = ?, "description" = ?, "parse_mode" = ?, "reply_message" = ?
  where "id" = ?
  returning *;

-- delete
delete
  from "telegram_menus"
  where "id" = ?
  returning *;
