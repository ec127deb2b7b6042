-- models
with recursive found (name) as ( select min(model_name) from logs where model_name > '' union all select (select min(model_name) from logs where model_name > found.name) from found where found.name is not null )
  select name
  from found
  where name is not null
  limit 2000;
-- plan: CO-ROUTINE found
-- plan:   SETUP
-- plan:     SEARCH logs USING COVERING INDEX logs_model (model_name>?)
-- plan:   RECURSIVE STEP
-- plan:     SCAN found
-- plan:     CORRELATED SCALAR SUBQUERY 2
-- plan:       SEARCH logs USING COVERING INDEX logs_model (model_name>?)
-- plan: SCAN found

-- modelsOf
select distinct "model_name"
  from "usage_hourly"
  where "user_id" = ? and "hour" >= ? and "model_name" <> ?
  order by "model_name"
  limit ?;

-- tokens, of everyone
select distinct "name"
  from "tokens"
  order by "name"
  limit ?;

-- tokens, of a user
select distinct "name"
  from "tokens"
  where "user_id" = ? and lower("name") like lower(?) escape '\'
  order by "name"
  limit ?;

-- users
select "username"
  from "users"
  where "username" <> ? and lower("username") like lower(?) escape '\'
  order by "username"
  limit ?;

-- channels
select "id", "name"
  from "channels"
  where ("id" = ? or lower("name") like lower(?) escape '\')
  order by "name", "id"
  limit ?;
