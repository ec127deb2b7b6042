-- find
select *
  from "job_runs"
  where "name" = $1;

-- starts
select "name", "started_at"
  from "job_runs";

-- claimTurn
insert into "job_runs" ("name", "started_at", "holder", "held_until", "progress")
  values ($1, $2, $3, $4, $5)
  on conflict ("name") do update
  set "started_at" = $6
  where ("job_runs"."started_at" <= $7 or "job_runs"."started_at" > $8)
  returning "name";

-- hold
insert into "job_runs" ("name", "started_at", "holder", "held_until", "progress")
  values ($1, $2, $3, $4, $5)
  on conflict ("name") do update
  set "started_at" = $6, "holder" = $7, "held_until" = $8, "progress" = $9
  where ("job_runs"."holder" = $10 or "job_runs"."held_until" < $11)
  returning "name";

-- renew
update "job_runs"
  set "held_until" = $1
  where "name" = $2 and "holder" = $3;

-- report
update "job_runs"
  set "progress" = $1
  where "name" = $2 and "holder" = $3;

-- release
update "job_runs"
  set "holder" = $1, "held_until" = $2, "progress" = $3
  where "name" = $4 and "holder" = $5;
