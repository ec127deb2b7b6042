-- page
select *
  from "announcements"
  order by "published_time" desc, "id" desc
  limit ?
  offset ?;
select count(*) as "count"
  from "announcements";

-- has
select "id"
  from "announcements"
  where "hash" = ?;

-- publish
insert into "announcements" ("hash", "text", "published_time")
  values (?, ?, ?)
  on conflict ("hash") do update
  set "published_time" = ?;

-- correct
update "announcements"
  set "hash" = ?, "text" = ?
  where "hash" = ? and "published_time" >= ?;
