-- page
select *
  from "announcements"
  order by "published_time" desc, "id" desc
  limit $1
  offset $2;
select count(*) as "count"
  from "announcements";

-- has
select "id"
  from "announcements"
  where "hash" = $1;

-- publish
insert into "announcements" ("hash", "text", "published_time")
  values ($1, $2, $3)
  on conflict ("hash") do update
  set "published_time" = $4;

-- correct
update "announcements"
  set "hash" = $1, "text" = $2
  where "hash" = $3 and "published_time" >= $4;
