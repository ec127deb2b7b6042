-- users
select "id", "username", "deleted_time"
  from "users"
  where "id" in ($1);

-- tokens
select "tokens"."id", "tokens"."name", "tokens"."deleted_time", "users"."username"
  from "tokens"
  left join "users" on "users"."id" = "tokens"."user_id"
  where "tokens"."id" in ($1);

-- channels
select "id", "name", "deleted_time"
  from "channels"
  where "id" in ($1);

-- groups
select "symbol", "name"
  from "user_groups";

-- channelTypes
select "id", "type"
  from "channels";
