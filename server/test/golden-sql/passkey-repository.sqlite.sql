-- ofUser
select *
  from "passkeys"
  where "user_id" = ?
  order by "id";

-- findByCredentialId
select *
  from "passkeys"
  where "credential_id" = ?;

-- userHasAny
select "id"
  from "passkeys"
  where "user_id" = ?
  limit ?;

-- insert
insert into "passkeys" ("user_id", "credential_id", "public_key", "counter", "transports", "backed_up", "alias", "created_time", "last_used_time")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?)
  returning *;

-- rename
update "passkeys"
  set "alias" = ?
  where "id" = ? and "user_id" = ?
  returning *;

-- delete
delete
  from "passkeys"
  where "id" = ? and "user_id" = ?
  returning *;

-- deleteOfUser
delete
  from "passkeys"
  where "user_id" = ?;

-- used, by an authenticator that counts
update "passkeys"
  set "counter" = ?, "last_used_time" = ?
  where "id" = ? and "counter" < ?;

-- used, by one that does not
update "passkeys"
  set "counter" = ?, "last_used_time" = ?
  where "id" = ? and "counter" = ?;

-- insertChallenge
insert into "passkey_challenges" ("id_hash", "user_id", "challenge", "alias", "expires_time")
  values (?, ?, ?, ?, ?);

-- takeChallenge
delete
  from "passkey_challenges"
  where "id_hash" = ? and "user_id" = ? and "expires_time" > ?
  returning "challenge", "alias";

-- deleteExpiredChallenges
delete
  from "passkey_challenges"
  where "expires_time" <= ?;
