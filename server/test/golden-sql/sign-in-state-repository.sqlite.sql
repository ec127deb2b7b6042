-- insert
insert into "sign_in_states" ("state_hash", "browser_hash", "method", "user_id", "session_hash", "aff_code", "secrets_encrypted", "attempts", "claimed_until", "expires_time")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- find
select *
  from "sign_in_states"
  where "state_hash" = ?;

-- browserHasAny
select "state_hash"
  from "sign_in_states"
  where "browser_hash" = ? and "expires_time" > ?
  limit ?;

-- claim
update "sign_in_states"
  set "attempts" = "attempts" + ?, "claimed_until" = ?, "method" = ?
  where "state_hash" = ? and "method" in (?, ?) and "claimed_until" <= ? and "expires_time" > ? and "attempts" < ?
  returning *;

-- release
update "sign_in_states"
  set "claimed_until" = ?
  where "state_hash" = ? and "attempts" = ?;

-- consume
delete
  from "sign_in_states"
  where "state_hash" = ? and "attempts" = ?
  returning *;

-- deleteExpired
delete
  from "sign_in_states"
  where "expires_time" <= ?;

-- useCode
delete
  from "used_sign_in_codes"
  where "expires_time" <= ?;
insert into "used_sign_in_codes" ("code_hash", "expires_time")
  values (?, ?)
  on conflict ("code_hash") do nothing
  returning "code_hash";
