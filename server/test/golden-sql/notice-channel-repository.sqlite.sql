-- page, of all
select *
  from "notice_channels"
  order by "id" desc, "id" desc
  limit ?
  offset ?;
select count(*) as "count"
  from "notice_channels";

-- page, of a kind
select *
  from "notice_channels"
  where "type" = ?
  order by "id" desc, "id" desc
  limit ?
  offset ?;
select count(*) as "count"
  from "notice_channels"
  where "type" = ?;

-- all
select *
  from "notice_channels"
  order by "id";

-- find
select *
  from "notice_channels"
  where "id" = ?;

-- insert
insert into "notice_channels" ("uuid", "type", "name", "config_encrypted", "language", "events", "pause_minutes", "enable", "created_time", "last_sent_time", "last_error", "holder", "held_until")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  returning *;

-- update
update "notice_channels"
  set "enable" = ?
  where "id" = ? and "config_encrypted" = ?
  returning *;

-- delete
delete
  from "notice_channels"
  where "id" = ?
  returning "id";

-- hold
update "notice_channels"
  set "holder" = ?, "held_until" = ?
  where "id" = ? and ("holder" = ? or "held_until" < ?)
  returning "id";

-- renew
update "notice_channels"
  set "held_until" = ?
  where "id" = ? and "holder" = ?
  returning "id";

-- release
update "notice_channels"
  set "holder" = ?, "held_until" = ?
  where "id" = ? and "holder" = ?;

-- noteTry
update "notice_channels"
  set "last_error" = ?
  where "id" = ?;
