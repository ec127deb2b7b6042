-- put
insert into "one_time_codes" ("purpose", "subject", "hash", "expires_time", "attempts")
  values ($1, $2, $3, $4, $5)
  on conflict ("purpose", "subject") do update
  set "hash" = $6, "expires_time" = $7, "attempts" = $8
  where "one_time_codes"."expires_time" <= $9
  returning "subject";

-- countGuess
update "one_time_codes"
  set "attempts" = "attempts" + $1
  where "purpose" = $2 and "subject" = $3 and "expires_time" > $4 and "attempts" < $5
  returning "hash";

-- take
delete
  from "one_time_codes"
  where "purpose" = $1 and "subject" = $2 and "hash" = $3 and "expires_time" > $4
  returning "subject";

-- knows
select "subject"
  from "one_time_codes"
  where "purpose" = $1 and "subject" = $2 and "hash" = $3 and "expires_time" > $4;

-- findSubject
select "subject"
  from "one_time_codes"
  where "purpose" = $1 and "hash" = $2 and "expires_time" > $3;

-- takeByHash
delete
  from "one_time_codes"
  where "purpose" = $1 and "hash" = $2 and "expires_time" > $3
  returning "subject";

-- deleteOf
delete
  from "one_time_codes"
  where "purpose" = $1 and "subject" = $2;

-- deleteExpired
delete
  from "one_time_codes"
  where "expires_time" <= $1;
