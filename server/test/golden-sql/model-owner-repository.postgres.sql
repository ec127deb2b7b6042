-- all
select *
  from "model_owners"
  order by "id";

-- insert
insert into "model_owners" ("name", "icon", "id")
  values ($1, $2, $3)
  on conflict ("id") do nothing;

-- put
insert into "model_owners" ("name", "icon", "id")
  values ($1, $2, $3)
  on conflict ("id") do update
  set "name" = $4, "icon" = $5;

-- delete
delete
  from "model_owners"
  where "id" = $1;
