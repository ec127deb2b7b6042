-- find
select *
  from "job_runs"
  where "name" = ?;

-- starts
select "name", "started_at"
  from "job_runs";

-- claimTurn
insert into "job_runs" ("name", "started_at", "holder", "held_until", "progress")
  values (?, ?, ?, ?, ?)
  on conflict ("name") do update
  set "started_at" = ?
  where ("job_runs"."started_at" <= ? or "job_runs"."started_at" > ?)
  returning "name";

-- hold
insert into "job_runs" ("name", "started_at", "holder", "held_until", "progress")
  values (?, ?, ?, ?, ?)
  on conflict ("name") do update
  set "started_at" = ?, "holder" = ?, "held_until" = ?, "progress" = ?
  where ("job_runs"."holder" = ? or "job_runs"."held_until" < ?)
  returning "name";

-- renew
update "job_runs"
  set "held_until" = ?
  where "name" = ? and "holder" = ?;

-- report
update "job_runs"
  set "progress" = ?
  where "name" = ? and "holder" = ?;

-- release
update "job_runs"
  set "holder" = ?, "held_until" = ?, "progress" = ?
  where "name" = ? and "holder" = ?;
