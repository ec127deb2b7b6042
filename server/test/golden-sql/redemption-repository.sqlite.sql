-- page, of all
select "id", "user_id", "name", "code_hint", "status", "quota", "created_time", "expired_time", "redeemed_time", "used_user_id", "deleted_time", (select username from users where users.id = redemptions.used_user_id) as "used_username"
  from "redemptions"
  where "deleted_time" = ?
  order by "name" asc, "id" desc
  limit ?
  offset ?;
select count(*) as "count"
  from "redemptions"
  where "deleted_time" = ?;

-- page, by keyword, enabled
select "id", "user_id", "name", "code_hint", "status", "quota", "created_time", "expired_time", "redeemed_time", "used_user_id", "deleted_time", (select username from users where users.id = redemptions.used_user_id) as "used_username"
  from "redemptions"
  where "deleted_time" = ? and (lower("name") like lower(?) escape '\' or "code_hash" = ? or "code_hint" = ? or "id" = ?) and "status" = ? and (expired_time = -1 or expired_time > ?)
  order by "name" asc, "id" desc
  limit ?
  offset ?;
select count(*) as "count"
  from "redemptions"
  where "deleted_time" = ? and (lower("name") like lower(?) escape '\' or "code_hash" = ? or "code_hint" = ? or "id" = ?) and "status" = ? and (expired_time = -1 or expired_time > ?);

-- page, used
select "id", "user_id", "name", "code_hint", "status", "quota", "created_time", "expired_time", "redeemed_time", "used_user_id", "deleted_time", (select username from users where users.id = redemptions.used_user_id) as "used_username"
  from "redemptions"
  where "deleted_time" = ? and "status" = ?
  order by "name" asc, "id" desc
  limit ?
  offset ?;
select count(*) as "count"
  from "redemptions"
  where "deleted_time" = ? and "status" = ?;

-- page, expired
select "id", "user_id", "name", "code_hint", "status", "quota", "created_time", "expired_time", "redeemed_time", "used_user_id", "deleted_time", (select username from users where users.id = redemptions.used_user_id) as "used_username"
  from "redemptions"
  where "deleted_time" = ? and "status" = ? and (expired_time <> -1 and expired_time <= ?)
  order by "name" asc, "id" desc
  limit ?
  offset ?;
select count(*) as "count"
  from "redemptions"
  where "deleted_time" = ? and "status" = ? and (expired_time <> -1 and expired_time <= ?);

-- count
select count(*) as "count"
  from "redemptions"
  where "deleted_time" = ?;

-- find
select "id", "user_id", "name", "code_hint", "status", "quota", "created_time", "expired_time", "redeemed_time", "used_user_id", "deleted_time", (select username from users where users.id = redemptions.used_user_id) as "used_username"
  from "redemptions"
  where "deleted_time" = ? and "id" = ?;

-- findMany
select "id", "user_id", "name", "code_hint", "status", "quota", "created_time", "expired_time", "redeemed_time", "used_user_id", "deleted_time", (select username from users where users.id = redemptions.used_user_id) as "used_username"
  from "redemptions"
  where "deleted_time" = ? and "id" in (?, ?);

-- findByHash
select "id", "user_id", "name", "code_hint", "status", "quota", "created_time", "expired_time", "redeemed_time", "used_user_id", "deleted_time", (select username from users where users.id = redemptions.used_user_id) as "used_username"
  from "redemptions"
  where "deleted_time" = ? and "code_hash" = ?;

-- findSealed
select "name", "code_hash", "code_encrypted"
  from "redemptions"
  where "deleted_time" = ? and "id" = ?;

-- stretch
select "id", "user_id", "name", "code_hint", "status", "quota", "created_time", "expired_time", "redeemed_time", "used_user_id", "deleted_time", (select username from users where users.id = redemptions.used_user_id) as "used_username", "code_hash", "code_encrypted"
  from "redemptions"
  where "deleted_time" = ? and "id" < ?
  order by "id" desc
  limit ?;

-- insert
insert into "redemptions" ("user_id", "name", "code_hash", "code_encrypted", "code_hint", "status", "quota", "created_time", "expired_time", "redeemed_time", "used_user_id", "deleted_time")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  returning "id";

-- update
update "redemptions"
  set "status" = ?
  where "id" in (?, ?) and "deleted_time" = ? and "status" <> ?;

-- updateMatching
update "redemptions"
  set "status" = ?
  where "id" in (select "id" from "redemptions" where "deleted_time" = ? and "status" <> ? and (expired_time = -1 or expired_time > ?));

-- delete
update "redemptions"
  set "deleted_time" = ?, "code_encrypted" = ?
  where "id" in (?, ?) and "deleted_time" = ?;

-- deleteMatching
update "redemptions"
  set "deleted_time" = ?, "code_encrypted" = ?
  where "id" in (select "id" from "redemptions" where "deleted_time" = ?);

-- claim
update "redemptions"
  set "status" = ?, "redeemed_time" = ?, "used_user_id" = ?
  where "id" = ? and "status" = ? and "quota" = ? and "deleted_time" = ? and (expired_time = -1 or expired_time > ?);
