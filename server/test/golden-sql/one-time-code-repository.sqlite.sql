-- put
insert into "one_time_codes" ("purpose", "subject", "hash", "expires_time", "attempts")
  values (?, ?, ?, ?, ?)
  on conflict ("purpose", "subject") do update
  set "hash" = ?, "expires_time" = ?, "attempts" = ?
  where "one_time_codes"."expires_time" <= ?
  returning "subject";

-- countGuess
update "one_time_codes"
  set "attempts" = "attempts" + ?
  where "purpose" = ? and "subject" = ? and "expires_time" > ? and "attempts" < ?
  returning "hash";

-- take
delete
  from "one_time_codes"
  where "purpose" = ? and "subject" = ? and "hash" = ? and "expires_time" > ?
  returning "subject";

-- knows
select "subject"
  from "one_time_codes"
  where "purpose" = ? and "subject" = ? and "hash" = ? and "expires_time" > ?;

-- findSubject
select "subject"
  from "one_time_codes"
  where "purpose" = ? and "hash" = ? and "expires_time" > ?;

-- takeByHash
delete
  from "one_time_codes"
  where "purpose" = ? and "hash" = ? and "expires_time" > ?
  returning "subject";

-- deleteOf
delete
  from "one_time_codes"
  where "purpose" = ? and "subject" = ?;

-- deleteExpired
delete
  from "one_time_codes"
  where "expires_time" <= ?;
