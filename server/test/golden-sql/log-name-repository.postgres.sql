-- models
with recursive found (name) as ( select min(model_name) from logs where model_name > '' union all select (select min(model_name) from logs where model_name > found.name) from found where found.name is not null )
  select name
  from found
  where name is not null
  limit 2000;

-- modelsOf
select distinct "model_name"
  from "usage_hourly"
  where "user_id" = $1 and "hour" >= $2 and "model_name" <> $3
  order by "model_name"
  limit $4;

-- tokens, of everyone
select distinct "name"
  from "tokens"
  order by "name"
  limit $1;

-- tokens, of a user
select distinct "name"
  from "tokens"
  where "user_id" = $1 and lower("name") like lower($2) escape '\'
  order by "name"
  limit $3;

-- users
select "username"
  from "users"
  where "username" <> $1 and lower("username") like lower($2) escape '\'
  order by "username"
  limit $3;

-- channels
select "id", "name"
  from "channels"
  where ("id" = $1 or lower("name") like lower($2) escape '\')
  order by "name", "id"
  limit $3;
