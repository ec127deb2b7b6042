-- all
select "key", "value"
  from "options";

-- set
insert into "options" ("key", "value")
  values ($1, $2)
  on conflict ("key") do update
  set "value" = $3;

-- remove
delete
  from "options"
  where "key" = $1;

-- claim
insert into "change_versions" ("topic", "version")
  values ($1, $2)
  on conflict ("topic") do update
  set "version" = change_versions.version + 1;
