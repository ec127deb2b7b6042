-- openTask, from the balance
begin;
select 1
  from holds
  where task_id = $1;
update leases
  set amount = amount - $1
  where process_id = $2 and kind = $3 and owner_id = $4 and amount >= $1;
update leases
  set amount = amount - $1
  where process_id = $2 and kind = $3 and owner_id = $4 and amount >= $1;
with held as ( select amount from budget_leases where process_id = $2 and kind = $3 and owner_id = $4 and period_start = $5 for update) update budget_leases as l
  set amount = l.amount - least(held.amount, $1::bigint)
  from held
  where process_id = $2 and kind = $3 and owner_id = $4 and period_start = $5
  returning least(held.amount, $1::bigint) as spent;
insert into holds (task_id, user_id, token_id, token_limited, amount, user_term_period, user_term_start, user_term_amount, token_term_period, token_term_start, token_term_amount, created_at)
  select task_id, user_id, token_id, token_limited, amount, user_term_period, user_term_start, user_term_amount, token_term_period, token_term_start, token_term_amount, created_at
  from json_to_recordset($1) as r (task_id text, user_id bigint, token_id bigint, token_limited integer, amount bigint, user_term_period integer, user_term_start bigint, user_term_amount bigint, token_term_period integer, token_term_start bigint, token_term_amount bigint, created_at bigint);
insert into tasks (task_id, platform, action, mode, model_name, user_id, username, token_id, token_name, request_id, continues, prompt, asked, record, notify_url, submitted_at, expires_at, channel_id, channel_key, upstream_id, accept_code, status, progress, fail_reason, result, started_at, finished_at, updated_at, quota, charge, timeline, due_at, polls, poll_problem, notify_at, notify_tries, lease_owner, lease_until, version)
  select task_id, platform, action, mode, model_name, user_id, username, token_id, token_name, request_id, continues, prompt, asked, record, notify_url, submitted_at, expires_at, channel_id, channel_key, upstream_id, accept_code, status, progress, fail_reason, result, started_at, finished_at, updated_at, quota, charge, timeline, due_at, polls, poll_problem, notify_at, notify_tries, lease_owner, lease_until, 1
  from json_to_recordset($1) as r (task_id text, platform text, action text, mode text, model_name text, user_id bigint, username text, token_id bigint, token_name text, request_id text, continues text, prompt text, asked text, record text, notify_url text, submitted_at bigint, expires_at bigint, channel_id bigint, channel_key integer, upstream_id text, accept_code integer, status text, progress integer, fail_reason text, result text, started_at bigint, finished_at bigint, updated_at bigint, quota bigint, charge text, timeline text, due_at bigint, polls integer, poll_problem text, notify_at bigint, notify_tries integer, lease_owner text, lease_until bigint);
commit;

-- openTask, again
begin;
select 1
  from holds
  where task_id = $1;
update leases
  set amount = amount - $1
  where process_id = $2 and kind = $3 and owner_id = $4 and amount >= $1;
update leases
  set amount = amount - $1
  where process_id = $2 and kind = $3 and owner_id = $4 and amount >= $1;
with held as ( select amount from budget_leases where process_id = $2 and kind = $3 and owner_id = $4 and period_start = $5 for update) update budget_leases as l
  set amount = l.amount - least(held.amount, $1::bigint)
  from held
  where process_id = $2 and kind = $3 and owner_id = $4 and period_start = $5
  returning least(held.amount, $1::bigint) as spent;
insert into holds (task_id, user_id, token_id, token_limited, amount, user_term_period, user_term_start, user_term_amount, token_term_period, token_term_start, token_term_amount, created_at)
  select task_id, user_id, token_id, token_limited, amount, user_term_period, user_term_start, user_term_amount, token_term_period, token_term_start, token_term_amount, created_at
  from json_to_recordset($1) as r (task_id text, user_id bigint, token_id bigint, token_limited integer, amount bigint, user_term_period integer, user_term_start bigint, user_term_amount bigint, token_term_period integer, token_term_start bigint, token_term_amount bigint, created_at bigint);
insert into tasks (task_id, platform, action, mode, model_name, user_id, username, token_id, token_name, request_id, continues, prompt, asked, record, notify_url, submitted_at, expires_at, channel_id, channel_key, upstream_id, accept_code, status, progress, fail_reason, result, started_at, finished_at, updated_at, quota, charge, timeline, due_at, polls, poll_problem, notify_at, notify_tries, lease_owner, lease_until, version)
  select task_id, platform, action, mode, model_name, user_id, username, token_id, token_name, request_id, continues, prompt, asked, record, notify_url, submitted_at, expires_at, channel_id, channel_key, upstream_id, accept_code, status, progress, fail_reason, result, started_at, finished_at, updated_at, quota, charge, timeline, due_at, polls, poll_problem, notify_at, notify_tries, lease_owner, lease_until, 1
  from json_to_recordset($1) as r (task_id text, platform text, action text, mode text, model_name text, user_id bigint, username text, token_id bigint, token_name text, request_id text, continues text, prompt text, asked text, record text, notify_url text, submitted_at bigint, expires_at bigint, channel_id bigint, channel_key integer, upstream_id text, accept_code integer, status text, progress integer, fail_reason text, result text, started_at bigint, finished_at bigint, updated_at bigint, quota bigint, charge text, timeline text, due_at bigint, polls integer, poll_problem text, notify_at bigint, notify_tries integer, lease_owner text, lease_until bigint);
commit;

-- changeTasks
with r as ( select r.*, t.id from json_to_recordset($1) as r (channel_id bigint, channel_key integer, upstream_id text, accept_code integer, status text, progress integer, fail_reason text, result text, started_at bigint, finished_at bigint, updated_at bigint, quota bigint, charge text, timeline text, due_at bigint, polls integer, poll_problem text, notify_at bigint, notify_tries integer, lease_owner text, lease_until bigint, task_id text, version integer) join tasks t on t.task_id = r.task_id and t.version = r.version order by t.id for update of t) update tasks t
  set channel_id = r.channel_id, channel_key = r.channel_key, upstream_id = r.upstream_id, accept_code = r.accept_code, status = r.status, progress = r.progress, fail_reason = r.fail_reason, result = r.result, started_at = r.started_at, finished_at = r.finished_at, updated_at = r.updated_at, quota = r.quota, charge = r.charge, timeline = r.timeline, due_at = r.due_at, polls = r.polls, poll_problem = r.poll_problem, notify_at = r.notify_at, notify_tries = r.notify_tries, lease_owner = r.lease_owner, lease_until = r.lease_until, version = t.version + 1
  from r
  where t.id = r.id and t.version = r.version
  returning t.task_id;

-- claimTasks
update tasks
  set lease_owner = $1, lease_until = $2, version = version + 1
  where id in ( select t.id from tasks t join ( select id, row_number() over (partition by user_id order by due_at, id) as turn from ( select id, user_id, due_at from tasks where platform = $3 and channel_id = $4 and channel_key = $5 and due_at > 0 and due_at <= $6 and lease_until <= $6 and expires_at <= $8 order by due_at, id limit 1000) d) r on r.id = t.id where t.lease_until <= $6 order by r.turn, t.due_at, t.id limit $7 for update of t skip locked)
  returning *;

-- settleTask
begin;
with r as ( select r.*, t.id from json_to_recordset($1) as r (channel_id bigint, channel_key integer, upstream_id text, accept_code integer, status text, progress integer, fail_reason text, result text, started_at bigint, finished_at bigint, updated_at bigint, quota bigint, charge text, timeline text, due_at bigint, polls integer, poll_problem text, notify_at bigint, notify_tries integer, lease_owner text, lease_until bigint, task_id text, version integer) join tasks t on t.task_id = r.task_id and t.version = r.version order by t.id for update of t) update tasks t
  set channel_id = r.channel_id, channel_key = r.channel_key, upstream_id = r.upstream_id, accept_code = r.accept_code, status = r.status, progress = r.progress, fail_reason = r.fail_reason, result = r.result, started_at = r.started_at, finished_at = r.finished_at, updated_at = r.updated_at, quota = r.quota, charge = r.charge, timeline = r.timeline, due_at = r.due_at, polls = r.polls, poll_problem = r.poll_problem, notify_at = r.notify_at, notify_tries = r.notify_tries, lease_owner = r.lease_owner, lease_until = r.lease_until, version = t.version + 1
  from r
  where t.id = r.id and t.version = r.version
  returning t.task_id;
delete
  from holds
  where task_id = $1
  returning *;
insert into leases as l (process_id, kind, owner_id, amount)
  values ($1, $2, $3, $4)
  on conflict (process_id, kind, owner_id) do update
  set amount = l.amount + excluded.amount;
insert into leases as l (process_id, kind, owner_id, amount)
  values ($1, $2, $3, $4)
  on conflict (process_id, kind, owner_id) do update
  set amount = l.amount + excluded.amount;
insert into budget_leases as l (process_id, kind, owner_id, period_start, amount)
  values ($1, $2, $3, $4, $5)
  on conflict (process_id, kind, owner_id, period_start) do update
  set amount = l.amount + excluded.amount;
select pg_advisory_xact_lock(hashtextextended('booking:' || $1, 0));
with calls as materialized ( select * from json_to_recordset($1) as r (created_at bigint, content text, user_id bigint, username text, token_id bigint, token_name text, model_name text, quota bigint, prompt_tokens bigint, completion_tokens bigint, channel_id bigint, request_time bigint, is_stream integer, source_ip text, request_id text, outcome integer, metadata text) ), entries as ( insert into ledger_entries (id, user_id, kind, amount, created_at, remark) select 'usage:' || request_id, user_id, 'usage', -quota, created_at, '' from calls where quota > 0 order by request_id on conflict (id) do nothing returning substr(id, 7) as request_id ), known as ( select request_id from logs where request_id = any (array (select request_id from calls where quota = 0)) ) insert into logs (type, created_at, content, user_id, username, token_id, token_name, model_name, quota, prompt_tokens, completion_tokens, channel_id, request_time, is_stream, source_ip, request_id, outcome, metadata)
  select 2, created_at, content, user_id, username, token_id, token_name, model_name, quota, prompt_tokens, completion_tokens, channel_id, request_time, is_stream, source_ip, request_id, outcome, metadata
  from calls
  where case when quota = 0 then request_id not in (select request_id from known) else request_id in (select request_id from entries) end
  returning request_id;
update users u
  set used_quota = used_quota + r.quota, request_count = request_count + r.requests, uncollected = u.uncollected + r.uncollected
  from json_to_recordset($1) as r (id bigint, quota bigint, requests bigint, uncollected bigint)
  where u.id = r.id;
update tokens t
  set used_quota = used_quota + r.quota, accessed_time = greatest(accessed_time, r.accessed)
  from json_to_recordset($1) as r (id bigint, quota bigint, accessed bigint)
  where t.id = r.id;
update channels c
  set used_quota = used_quota + r.quota
  from json_to_recordset($1) as r (id bigint, quota bigint)
  where c.id = r.id;
insert into usage_hourly as h (hour, user_id, channel_id, model_name, request_count, quota, prompt_tokens, completion_tokens, request_time, task_count, task_time)
  select *
  from json_to_recordset($1) as r (hour bigint, user_id bigint, channel_id bigint, model_name text, request_count bigint, quota bigint, prompt_tokens bigint, completion_tokens bigint, request_time bigint, task_count bigint, task_time bigint)
  on conflict (hour, user_id, channel_id, model_name) do update
  set request_count = h.request_count + excluded.request_count, quota = h.quota + excluded.quota, prompt_tokens = h.prompt_tokens + excluded.prompt_tokens, completion_tokens = h.completion_tokens + excluded.completion_tokens, request_time = h.request_time + excluded.request_time, task_count = h.task_count + excluded.task_count, task_time = h.task_time + excluded.task_time;
insert into usage_hourly_tokens as h (token_id, hour, user_id, request_count, quota, prompt_tokens, completion_tokens)
  select *
  from json_to_recordset($1) as r (token_id bigint, hour bigint, user_id bigint, request_count bigint, quota bigint, prompt_tokens bigint, completion_tokens bigint)
  on conflict (token_id, hour) do update
  set request_count = h.request_count + excluded.request_count, quota = h.quota + excluded.quota, prompt_tokens = h.prompt_tokens + excluded.prompt_tokens, completion_tokens = h.completion_tokens + excluded.completion_tokens;
update leases
  set amount = amount - $1
  where process_id = $2 and kind = $3 and owner_id = $4 and amount >= $1;
update users
  set quota = quota + $1
  where id = $2;
update leases
  set amount = amount - $1
  where process_id = $2 and kind = $3 and owner_id = $4 and amount >= $1;
update tokens
  set remain_quota = remain_quota + $1
  where id = $2;
with held as ( select amount from budget_leases where process_id = $2 and kind = $3 and owner_id = $4 and period_start = $5 for update) update budget_leases as l
  set amount = l.amount - least(held.amount, $1::bigint)
  from held
  where process_id = $2 and kind = $3 and owner_id = $4 and period_start = $5
  returning least(held.amount, $1::bigint) as spent;
delete
  from budget_leases
  where process_id = $1 and amount = 0;
delete
  from leases
  where process_id = $1 and amount = 0;
commit;

-- removeTask
delete
  from tasks
  where task_id = $1 and user_id = $2 and charge <> 'held';
