-- replace
delete
  from "recovery_codes"
  where "user_id" = $1;
insert into "recovery_codes" ("code_hash", "user_id", "created_time")
  values ($1, $2, $3), ($4, $5, $6);

-- take
delete
  from "recovery_codes"
  where "user_id" = $1 and "code_hash" = $2;

-- count
select count(*) as "count"
  from "recovery_codes"
  where "user_id" = $1;
