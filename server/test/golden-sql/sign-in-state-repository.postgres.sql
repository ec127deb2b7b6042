-- insert
insert into "sign_in_states" ("state_hash", "browser_hash", "method", "user_id", "session_hash", "aff_code", "secrets_encrypted", "attempts", "claimed_until", "expires_time")
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10);

-- find
select *
  from "sign_in_states"
  where "state_hash" = $1;

-- browserHasAny
select "state_hash"
  from "sign_in_states"
  where "browser_hash" = $1 and "expires_time" > $2
  limit $3;

-- claim
update "sign_in_states"
  set "attempts" = "attempts" + $1, "claimed_until" = $2, "method" = $3
  where "state_hash" = $4 and "method" in ($5, $6) and "claimed_until" <= $7 and "expires_time" > $8 and "attempts" < $9
  returning *;

-- release
update "sign_in_states"
  set "claimed_until" = $1
  where "state_hash" = $2 and "attempts" = $3;

-- consume
delete
  from "sign_in_states"
  where "state_hash" = $1 and "attempts" = $2
  returning *;

-- deleteExpired
delete
  from "sign_in_states"
  where "expires_time" <= $1;

-- useCode
delete
  from "used_sign_in_codes"
  where "expires_time" <= $1;
insert into "used_sign_in_codes" ("code_hash", "expires_time")
  values ($1, $2)
  on conflict ("code_hash") do nothing
  returning "code_hash";
