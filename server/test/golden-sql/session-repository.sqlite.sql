-- findWithUser
select "sessions"."last_seen_time", "sessions"."second_factor_pending", "sessions"."two_factors", "users"."totp_confirmed_time", "users"."id", "users"."username", "users"."role", "users"."status", "users"."group", "users"."deleted_time"
  from "sessions"
  inner join "users" on "users"."id" = "sessions"."user_id"
  where "sessions"."id_hash" = ? and "sessions"."expires_time" > ?;

-- signedIn
select "sessions"."id_hash", "sessions"."two_factors", "users"."totp_confirmed_time", "users"."id", "users"."role", "users"."status", "users"."deleted_time"
  from "sessions"
  inner join "users" on "users"."id" = "sessions"."user_id"
  where "sessions"."id_hash" in (?, ?) and "sessions"."second_factor_pending" = ? and "sessions"."expires_time" > ?;

-- ofUser
select *
  from "sessions"
  where "user_id" = ? and "second_factor_pending" = ? and "expires_time" > ?
  order by "last_seen_time" desc, "created_time" desc
  limit ?;

-- findCreatedTime
select "created_time"
  from "sessions"
  where "id_hash" = ? and "user_id" = ? and "second_factor_pending" = ?;

-- countCode
update "sessions"
  set "wrong_codes" = "wrong_codes" + ?
  where "id_hash" = ? and "second_factor_pending" = ? and "expires_time" > ? and "wrong_codes" < ?
  returning *;

-- takePending
delete
  from "sessions"
  where "id_hash" = ? and "second_factor_pending" = ?;

-- insert
insert into "sessions" ("id_hash", "user_id", "created_time", "last_seen_time", "expires_time", "source_ip", "user_agent", "method", "second_factor_pending", "wrong_codes", "two_factors")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- prolong
update "sessions"
  set "last_seen_time" = ?, "expires_time" = ?
  where "id_hash" = ?;

-- delete
delete
  from "sessions"
  where "id_hash" = ?;

-- forgetTwoFactors
update "sessions"
  set "two_factors" = ?
  where "user_id" = ?;

-- deleteOfUser
delete
  from "one_time_codes"
  where "purpose" = ? and "subject" = ?;
delete
  from "sessions"
  where "user_id" = ? and "id_hash" != ?
  returning "second_factor_pending";

-- deleteExpired
delete
  from "sessions"
  where "expires_time" <= ?;
