-- page, of all
select *, case when length(result) <= 65536 then result else '' end as "result"
  from "tasks"
  where "platform" <> ?
  order by "submitted_at" asc, "id" desc
  limit ?
  offset ?;
select count(*) as "count"
  from "tasks"
  where "platform" <> ?;

-- page, of a user, by every filter
select *, case when length(result) <= 65536 then result else '' end as "result"
  from "tasks"
  where "platform" = ? and "user_id" in (?) and "username" = ? and "token_id" = ? and "channel_id" = ? and "task_id" = ? and "action" = ? and "status" in (?, ?) and "submitted_at" >= ? and "submitted_at" <= ?
  order by "submitted_at" asc, "id" desc
  limit ?
  offset ?;
select count(*) as "count"
  from "tasks"
  where "platform" = ? and "user_id" in (?) and "username" = ? and "token_id" = ? and "channel_id" = ? and "task_id" = ? and "action" = ? and "status" in (?, ?) and "submitted_at" >= ? and "submitted_at" <= ?;

-- find, of anybody
select *
  from "tasks"
  where "task_id" = ?;

-- find, of a user
select *
  from "tasks"
  where "task_id" = ? and "user_id" = ?;

-- findAll
select *
  from "tasks"
  where "user_id" = ? and "platform" = ? and "task_id" in (?, ?);

-- latest, the first page
select *
  from "tasks"
  where "user_id" = ? and "platform" = ?
  order by "id" desc
  limit ?;

-- latest, a later one, the oldest first
select *
  from "tasks"
  where "user_id" = ? and "platform" = ? and "id" > ?
  order by "id" asc
  limit ?;

-- followUps
select "task_id"
  from "tasks"
  where "continues" = ? and "continues" <> ''
  order by "id"
  limit ?;

-- ledgerEntry
select *
  from "ledger_entries"
  where "id" = ?;

-- countOpen
select count(*) as "open"
  from "holds"
  where "user_id" = ?;

-- dueGroups
select "platform", "channel_id", "channel_key", min("due_at") as "since"
  from "tasks"
  where "due_at" > 0 and "due_at" <= ? and "lease_until" <= ?
  group by "platform", "channel_id", "channel_key"
  order by "since"
  limit ?;

-- dueNotices
select "tasks".*
  from (select "id", row_number() over(partition by "user_id" order by "notify_at") as "turn" from "tasks" where "notify_at" > 0 and "notify_at" <= ? and "lease_until" <= ?) as "due"
  inner join "tasks" on "tasks"."id" = "due"."id"
  order by "due"."turn", "tasks"."notify_at"
  limit ?;

-- changedSince
select "id", "task_id", "user_id", "version", "updated_at"
  from "tasks"
  where "updated_at" >= ?
  order by "updated_at"
  limit ?;

-- deleteBefore
delete
  from "tasks"
  where "id" in (select "id" from "tasks" where "submitted_at" < ? and "charge" <> ? order by "submitted_at" limit ?);
