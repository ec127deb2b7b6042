-- findWithUser
select "sessions"."last_seen_time", "sessions"."second_factor_pending", "sessions"."two_factors", "users"."totp_confirmed_time", "users"."id", "users"."username", "users"."role", "users"."status", "users"."group", "users"."deleted_time"
  from "sessions"
  inner join "users" on "users"."id" = "sessions"."user_id"
  where "sessions"."id_hash" = $1 and "sessions"."expires_time" > $2;

-- signedIn
select "sessions"."id_hash", "sessions"."two_factors", "users"."totp_confirmed_time", "users"."id", "users"."role", "users"."status", "users"."deleted_time"
  from "sessions"
  inner join "users" on "users"."id" = "sessions"."user_id"
  where "sessions"."id_hash" in ($1, $2) and "sessions"."second_factor_pending" = $3 and "sessions"."expires_time" > $4;

-- ofUser
select *
  from "sessions"
  where "user_id" = $1 and "second_factor_pending" = $2 and "expires_time" > $3
  order by "last_seen_time" desc, "created_time" desc
  limit $4;

-- findCreatedTime
select "created_time"
  from "sessions"
  where "id_hash" = $1 and "user_id" = $2 and "second_factor_pending" = $3;

-- countCode
update "sessions"
  set "wrong_codes" = "wrong_codes" + $1
  where "id_hash" = $2 and "second_factor_pending" = $3 and "expires_time" > $4 and "wrong_codes" < $5
  returning *;

-- takePending
delete
  from "sessions"
  where "id_hash" = $1 and "second_factor_pending" = $2;

-- insert
insert into "sessions" ("id_hash", "user_id", "created_time", "last_seen_time", "expires_time", "source_ip", "user_agent", "method", "second_factor_pending", "wrong_codes", "two_factors")
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11);

-- prolong
update "sessions"
  set "last_seen_time" = $1, "expires_time" = $2
  where "id_hash" = $3;

-- delete
delete
  from "sessions"
  where "id_hash" = $1;

-- forgetTwoFactors
update "sessions"
  set "two_factors" = $1
  where "user_id" = $2;

-- deleteOfUser
delete
  from "one_time_codes"
  where "purpose" = $1 and "subject" = $2;
delete
  from "sessions"
  where "user_id" = $1 and "id_hash" != $2
  returning "second_factor_pending";

-- deleteExpired
delete
  from "sessions"
  where "expires_time" <= $1;
