-- captureTargetsAt
select *
  from "capture_targets"
  where "until" > ?
  order by "id";

-- putTarget
insert into "capture_targets" ("kind", "target_id", "until", "created_at", "created_by")
  values (?, ?, ?, ?, ?)
  on conflict ("kind", "target_id") do update
  set "until" = ?, "created_at" = ?, "created_by" = ?
  returning *;

-- findTarget
select *
  from "capture_targets"
  where "id" = ?;

-- deleteTarget
delete
  from "capture_targets"
  where "id" = ?;

-- tokensOf
select "id", "name", "user_id"
  from "tokens"
  where "id" in (?, ?) and "deleted_time" = ?;

-- channelsOf
select "id", "name"
  from "channels"
  where "id" in (?, ?) and "deleted_time" = ?;

-- insert
insert into "captures" ("request_id", "created_at", "user_id", "head", "bytes", "request_encrypted", "response_encrypted")
  values (?, ?, ?, ?, ?, ?, ?)
  on conflict ("request_id") do nothing;

-- find
select *
  from "captures"
  where "request_id" = ?;

-- findHead
select "created_at", "head", "user_id"
  from "captures"
  where "request_id" = ?;

-- deleteBefore
delete
  from "captures"
  where "request_id" in (select "request_id" from "captures" where "created_at" < ? order by "created_at" limit ?);

-- totalBytes
select sum("bytes") as "total"
  from "captures";
