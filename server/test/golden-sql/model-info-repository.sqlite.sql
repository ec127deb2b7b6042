-- all
select *
  from "model_infos"
  order by "id" desc;

-- find
select *
  from "model_infos"
  where "id" = ?;

-- findByModel
select *
  from "model_infos"
  where "model" = ?;

-- insert
insert into "model_infos" ("model", "name", "description", "context_length", "max_tokens", "input_modalities", "output_modalities", "tags", "support_url", "created_at", "updated_at")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict ("model") do nothing
  returning "id";

-- update
update "model_infos"
  set "name" = ?
  where "id" = ?;

-- delete
delete
  from "model_infos"
  where "id" = ?;
