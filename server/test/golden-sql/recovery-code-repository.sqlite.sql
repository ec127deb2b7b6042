-- replace
delete
  from "recovery_codes"
  where "user_id" = ?;
insert into "recovery_codes" ("code_hash", "user_id", "created_time")
  values (?, ?, ?), (?, ?, ?);

-- take
delete
  from "recovery_codes"
  where "user_id" = ? and "code_hash" = ?;

-- count
select count(*) as "count"
  from "recovery_codes"
  where "user_id" = ?;
