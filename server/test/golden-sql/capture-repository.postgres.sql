-- captureTargetsAt
select *
  from "capture_targets"
  where "until" > $1
  order by "id";

-- putTarget
insert into "capture_targets" ("kind", "target_id", "until", "created_at", "created_by")
  values ($1, $2, $3, $4, $5)
  on conflict ("kind", "target_id") do update
  set "until" = $6, "created_at" = $7, "created_by" = $8
  returning *;

-- findTarget
select *
  from "capture_targets"
  where "id" = $1;

-- deleteTarget
delete
  from "capture_targets"
  where "id" = $1;

-- tokensOf
select "id", "name", "user_id"
  from "tokens"
  where "id" in ($1, $2) and "deleted_time" = $3;

-- channelsOf
select "id", "name"
  from "channels"
  where "id" in ($1, $2) and "deleted_time" = $3;

-- insert
insert into "captures" ("request_id", "created_at", "user_id", "head", "bytes", "request_encrypted", "response_encrypted")
  values ($1, $2, $3, $4, $5, $6, $7)
  on conflict ("request_id") do nothing;

-- find
select *
  from "captures"
  where "request_id" = $1;

-- findHead
select "created_at", "head", "user_id"
  from "captures"
  where "request_id" = $1;

-- deleteBefore
delete
  from "captures"
  where "request_id" in (select "request_id" from "captures" where "created_at" < $1 order by "created_at" limit $2);

-- totalBytes
select sum("bytes") as "total"
  from "captures";
