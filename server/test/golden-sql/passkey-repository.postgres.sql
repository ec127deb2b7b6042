-- ofUser
select *
  from "passkeys"
  where "user_id" = $1
  order by "id";

-- findByCredentialId
select *
  from "passkeys"
  where "credential_id" = $1;

-- userHasAny
select "id"
  from "passkeys"
  where "user_id" = $1
  limit $2;

-- insert
insert into "passkeys" ("user_id", "credential_id", "public_key", "counter", "transports", "backed_up", "alias", "created_time", "last_used_time")
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  returning *;

-- rename
update "passkeys"
  set "alias" = $1
  where "id" = $2 and "user_id" = $3
  returning *;

-- delete
delete
  from "passkeys"
  where "id" = $1 and "user_id" = $2
  returning *;

-- deleteOfUser
delete
  from "passkeys"
  where "user_id" = $1;

-- used, by an authenticator that counts
update "passkeys"
  set "counter" = $1, "last_used_time" = $2
  where "id" = $3 and "counter" < $4;

-- used, by one that does not
update "passkeys"
  set "counter" = $1, "last_used_time" = $2
  where "id" = $3 and "counter" = $4;

-- insertChallenge
insert into "passkey_challenges" ("id_hash", "user_id", "challenge", "alias", "expires_time")
  values ($1, $2, $3, $4, $5);

-- takeChallenge
delete
  from "passkey_challenges"
  where "id_hash" = $1 and "user_id" = $2 and "expires_time" > $3
  returning "challenge", "alias";

-- deleteExpiredChallenges
delete
  from "passkey_challenges"
  where "expires_time" <= $1;
