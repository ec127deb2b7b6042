-- users
select "id", "username", "deleted_time"
  from "users"
  where "id" in (?);

-- tokens
select "tokens"."id", "tokens"."name", "tokens"."deleted_time", "users"."username"
  from "tokens"
  left join "users" on "users"."id" = "tokens"."user_id"
  where "tokens"."id" in (?);

-- channels
select "id", "name", "deleted_time"
  from "channels"
  where "id" in (?);

-- groups
select "symbol", "name"
  from "user_groups";

-- channelTypes
select "id", "type"
  from "channels";
