-- page, of all
select *, case when length(result) <= 65536 then result else '' end as "result"
  from "tasks"
  where "platform" <> $1
  order by "submitted_at" asc, "id" desc
  limit $2
  offset $3;
select count(*) as "count"
  from "tasks"
  where "platform" <> $1;

-- page, of a user, by every filter
select *, case when length(result) <= 65536 then result else '' end as "result"
  from "tasks"
  where "platform" = $1 and "user_id" in ($2) and "username" = $3 and "token_id" = $4 and "channel_id" = $5 and "task_id" = $6 and "action" = $7 and "status" in ($8, $9) and "submitted_at" >= $10 and "submitted_at" <= $11
  order by "submitted_at" asc, "id" desc
  limit $12
  offset $13;
select count(*) as "count"
  from "tasks"
  where "platform" = $1 and "user_id" in ($2) and "username" = $3 and "token_id" = $4 and "channel_id" = $5 and "task_id" = $6 and "action" = $7 and "status" in ($8, $9) and "submitted_at" >= $10 and "submitted_at" <= $11;

-- find, of anybody
select *
  from "tasks"
  where "task_id" = $1;

-- find, of a user
select *
  from "tasks"
  where "task_id" = $1 and "user_id" = $2;

-- findAll
select *
  from "tasks"
  where "user_id" = $1 and "platform" = $2 and "task_id" in ($3, $4);

-- latest, the first page
select *
  from "tasks"
  where "user_id" = $1 and "platform" = $2
  order by "id" desc
  limit $3;

-- latest, a later one, the oldest first
select *
  from "tasks"
  where "user_id" = $1 and "platform" = $2 and "id" > $3
  order by "id" asc
  limit $4;

-- followUps
select "task_id"
  from "tasks"
  where "continues" = $1 and "continues" <> ''
  order by "id"
  limit $2;

-- ledgerEntry
select *
  from "ledger_entries"
  where "id" = $1;

-- countOpen
select count(*) as "open"
  from "holds"
  where "user_id" = $1;

-- dueGroups
select "platform", "channel_id", "channel_key", min("due_at") as "since"
  from "tasks"
  where "due_at" > 0 and "due_at" <= $1 and "lease_until" <= $2
  group by "platform", "channel_id", "channel_key"
  order by "since"
  limit $3;

-- dueNotices
select "tasks".*
  from (select "id", row_number() over(partition by "user_id" order by "notify_at") as "turn" from "tasks" where "notify_at" > 0 and "notify_at" <= $1 and "lease_until" <= $2) as "due"
  inner join "tasks" on "tasks"."id" = "due"."id"
  order by "due"."turn", "tasks"."notify_at"
  limit $3;

-- changedSince
select "id", "task_id", "user_id", "version", "updated_at"
  from "tasks"
  where "updated_at" >= $1
  order by "updated_at"
  limit $2;

-- deleteBefore
delete
  from "tasks"
  where "id" in (select "id" from "tasks" where "submitted_at" < $1 and "charge" <> $2 order by "submitted_at" limit $3);
