-- page, of all
select *
  from "notice_channels"
  order by "id" desc, "id" desc
  limit $1
  offset $2;
select count(*) as "count"
  from "notice_channels";

-- page, of a kind
select *
  from "notice_channels"
  where "type" = $1
  order by "id" desc, "id" desc
  limit $2
  offset $3;
select count(*) as "count"
  from "notice_channels"
  where "type" = $1;

-- all
select *
  from "notice_channels"
  order by "id";

-- find
select *
  from "notice_channels"
  where "id" = $1;

-- insert
insert into "notice_channels" ("uuid", "type", "name", "config_encrypted", "language", "events", "pause_minutes", "enable", "created_time", "last_sent_time", "last_error", "holder", "held_until")
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
  returning *;

-- update
update "notice_channels"
  set "enable" = $1
  where "id" = $2 and "config_encrypted" = $3
  returning *;

-- delete
delete
  from "notice_channels"
  where "id" = $1
  returning "id";

-- hold
update "notice_channels"
  set "holder" = $1, "held_until" = $2
  where "id" = $3 and ("holder" = $4 or "held_until" < $5)
  returning "id";

-- renew
update "notice_channels"
  set "held_until" = $1
  where "id" = $2 and "holder" = $3
  returning "id";

-- release
update "notice_channels"
  set "holder" = $1, "held_until" = $2
  where "id" = $3 and "holder" = $4;

-- noteTry
update "notice_channels"
  set "last_error" = $1
  where "id" = $2;
