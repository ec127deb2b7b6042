-- all
select "key", "value"
  from "options";

-- set
insert into "options" ("key", "value")
  values (?, ?)
  on conflict ("key") do update
  set "value" = ?;

-- remove
delete
  from "options"
  where "key" = ?;

-- claim
insert into "change_versions" ("topic", "version")
  values (?, ?)
  on conflict ("topic") do update
  set "version" = change_versions.version + 1;
