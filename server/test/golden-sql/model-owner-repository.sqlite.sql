-- all
select *
  from "model_owners"
  order by "id";

-- insert
insert into "model_owners" ("name", "icon", "id")
  values (?, ?, ?)
  on conflict ("id") do nothing;

-- put
insert into "model_owners" ("name", "icon", "id")
  values (?, ?, ?)
  on conflict ("id") do update
  set "name" = ?, "icon" = ?;

-- delete
delete
  from "model_owners"
  where "id" = ?;
