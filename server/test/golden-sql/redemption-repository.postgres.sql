-- page, of all
select "id", "user_id", "name", "code_hint", "status", "quota", "created_time", "expired_time", "redeemed_time", "used_user_id", "deleted_time", (select username from users where users.id = redemptions.used_user_id) as "used_username"
  from "redemptions"
  where "deleted_time" = $1
  order by "name" asc, "id" desc
  limit $2
  offset $3;
select count(*) as "count"
  from "redemptions"
  where "deleted_time" = $1;

-- page, by keyword, enabled
select "id", "user_id", "name", "code_hint", "status", "quota", "created_time", "expired_time", "redeemed_time", "used_user_id", "deleted_time", (select username from users where users.id = redemptions.used_user_id) as "used_username"
  from "redemptions"
  where "deleted_time" = $1 and (lower("name") like lower($2) escape '\' or "code_hash" = $3 or "code_hint" = $4 or "id" = $5) and "status" = $6 and (expired_time = -1 or expired_time > $7)
  order by "name" asc, "id" desc
  limit $8
  offset $9;
select count(*) as "count"
  from "redemptions"
  where "deleted_time" = $1 and (lower("name") like lower($2) escape '\' or "code_hash" = $3 or "code_hint" = $4 or "id" = $5) and "status" = $6 and (expired_time = -1 or expired_time > $7);

-- page, used
select "id", "user_id", "name", "code_hint", "status", "quota", "created_time", "expired_time", "redeemed_time", "used_user_id", "deleted_time", (select username from users where users.id = redemptions.used_user_id) as "used_username"
  from "redemptions"
  where "deleted_time" = $1 and "status" = $2
  order by "name" asc, "id" desc
  limit $3
  offset $4;
select count(*) as "count"
  from "redemptions"
  where "deleted_time" = $1 and "status" = $2;

-- page, expired
select "id", "user_id", "name", "code_hint", "status", "quota", "created_time", "expired_time", "redeemed_time", "used_user_id", "deleted_time", (select username from users where users.id = redemptions.used_user_id) as "used_username"
  from "redemptions"
  where "deleted_time" = $1 and "status" = $2 and (expired_time <> -1 and expired_time <= $3)
  order by "name" asc, "id" desc
  limit $4
  offset $5;
select count(*) as "count"
  from "redemptions"
  where "deleted_time" = $1 and "status" = $2 and (expired_time <> -1 and expired_time <= $3);

-- count
select count(*) as "count"
  from "redemptions"
  where "deleted_time" = $1;

-- find
select "id", "user_id", "name", "code_hint", "status", "quota", "created_time", "expired_time", "redeemed_time", "used_user_id", "deleted_time", (select username from users where users.id = redemptions.used_user_id) as "used_username"
  from "redemptions"
  where "deleted_time" = $1 and "id" = $2;

-- findMany
select "id", "user_id", "name", "code_hint", "status", "quota", "created_time", "expired_time", "redeemed_time", "used_user_id", "deleted_time", (select username from users where users.id = redemptions.used_user_id) as "used_username"
  from "redemptions"
  where "deleted_time" = $1 and "id" in ($2, $3);

-- findByHash
select "id", "user_id", "name", "code_hint", "status", "quota", "created_time", "expired_time", "redeemed_time", "used_user_id", "deleted_time", (select username from users where users.id = redemptions.used_user_id) as "used_username"
  from "redemptions"
  where "deleted_time" = $1 and "code_hash" = $2;

-- findSealed
select "name", "code_hash", "code_encrypted"
  from "redemptions"
  where "deleted_time" = $1 and "id" = $2;

-- stretch
select "id", "user_id", "name", "code_hint", "status", "quota", "created_time", "expired_time", "redeemed_time", "used_user_id", "deleted_time", (select username from users where users.id = redemptions.used_user_id) as "used_username", "code_hash", "code_encrypted"
  from "redemptions"
  where "deleted_time" = $1 and "id" < $2
  order by "id" desc
  limit $3;

-- insert
insert into "redemptions" ("user_id", "name", "code_hash", "code_encrypted", "code_hint", "status", "quota", "created_time", "expired_time", "redeemed_time", "used_user_id", "deleted_time")
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12), ($13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24)
  returning "id";

-- update
update "redemptions"
  set "status" = $1
  where "id" in ($2, $3) and "deleted_time" = $4 and "status" <> $5;

-- updateMatching
update "redemptions"
  set "status" = $1
  where "id" in (select "id" from "redemptions" where "deleted_time" = $2 and "status" <> $3 and (expired_time = -1 or expired_time > $4));

-- delete
update "redemptions"
  set "deleted_time" = $1, "code_encrypted" = $2
  where "id" in ($3, $4) and "deleted_time" = $5;

-- deleteMatching
update "redemptions"
  set "deleted_time" = $1, "code_encrypted" = $2
  where "id" in (select "id" from "redemptions" where "deleted_time" = $3);

-- claim
update "redemptions"
  set "status" = $1, "redeemed_time" = $2, "used_user_id" = $3
  where "id" = $4 and "status" = $5 and "quota" = $6 and "deleted_time" = $7 and (expired_time = -1 or expired_time > $8);
