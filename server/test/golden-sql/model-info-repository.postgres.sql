-- all
select *
  from "model_infos"
  order by "id" desc;

-- find
select *
  from "model_infos"
  where "id" = $1;

-- findByModel
select *
  from "model_infos"
  where "model" = $1;

-- insert
insert into "model_infos" ("model", "name", "description", "context_length", "max_tokens", "input_modalities", "output_modalities", "tags", "support_url", "created_at", "updated_at")
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
  on conflict ("model") do nothing
  returning "id";

-- update
update "model_infos"
  set "name" = $1
  where "id" = $2;

-- delete
delete
  from "model_infos"
  where "id" = $1;
