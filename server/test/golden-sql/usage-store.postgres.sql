-- heartbeat
update processes
  set heartbeat_at = $1
  where id = $2;

-- register
insert into processes (id, host, pid, started_at, heartbeat_at)
  values ($1, $2, $3, $4, $4)
  on conflict (id) do nothing;

-- listProcesses
select id, host, pid, heartbeat_at
  from processes;

-- extend, from plenty
begin;
update users
  set quota = quota - $1
  where id = $2 and quota >= $3;
insert into leases as l (process_id, kind, owner_id, amount)
  values ($1, $2, $3, $4)
  on conflict (process_id, kind, owner_id) do update
  set amount = l.amount + excluded.amount;
commit;

-- extend, by what is needed
begin;
update users
  set quota = quota - $1
  where id = $2 and quota >= $3;
update users
  set quota = quota - $1
  where id = $2 and quota >= $3;
insert into leases as l (process_id, kind, owner_id, amount)
  values ($1, $2, $3, $4)
  on conflict (process_id, kind, owner_id) do update
  set amount = l.amount + excluded.amount;
commit;

-- extend, of a token
begin;
update tokens
  set remain_quota = remain_quota - $1
  where id = $2 and remain_quota >= $3;
insert into leases as l (process_id, kind, owner_id, amount)
  values ($1, $2, $3, $4)
  on conflict (process_id, kind, owner_id) do update
  set amount = l.amount + excluded.amount;
commit;

-- extendBudget, from plenty
begin;
update users
  set budget_used = case when budget_start = $1 then budget_used else 0 end + $2, budget_start = $1
  where id = $3 and budget_period = $4 and budget_start <= $1 and case when budget_start = $1 then budget_used else 0 end + $5::bigint <= budget_quota;
insert into budget_leases as l (process_id, kind, owner_id, period_start, amount)
  values ($1, $2, $3, $4, $5)
  on conflict (process_id, kind, owner_id, period_start) do update
  set amount = l.amount + excluded.amount;
commit;

-- extendBudget, by what is needed
begin;
update tokens
  set budget_used = case when budget_start = $1 then budget_used else 0 end + $2, budget_start = $1
  where id = $3 and budget_period = $4 and budget_start <= $1 and case when budget_start = $1 then budget_used else 0 end + $5::bigint <= budget_quota;
update tokens
  set budget_used = case when budget_start = $1 then budget_used else 0 end + $2, budget_start = $1
  where id = $3 and budget_period = $4 and budget_start <= $1 and case when budget_start = $1 then budget_used else 0 end + $5::bigint <= budget_quota;
insert into budget_leases as l (process_id, kind, owner_id, period_start, amount)
  values ($1, $2, $3, $4, $5)
  on conflict (process_id, kind, owner_id, period_start) do update
  set amount = l.amount + excluded.amount;
commit;

-- take
begin;
with held as (select id, least(greatest(quota, 0), $1::bigint) as moved from users where id = $2 for update) update users t
  set quota = t.quota - held.moved
  from held
  where t.id = held.id
  returning held.moved;
insert into leases as l (process_id, kind, owner_id, amount)
  values ($1, $2, $3, $4)
  on conflict (process_id, kind, owner_id) do update
  set amount = l.amount + excluded.amount;
commit;

-- left, of a balance
select quota as quota
  from users
  where id = $1;

-- left, of a token
select remain_quota as quota
  from tokens
  where id = $1;

-- left, of a budget
select budget_period, budget_quota, budget_start, budget_used
  from users
  where id = $1;

-- release, of a balance
begin;
update leases
  set amount = amount - $1
  where process_id = $2 and kind = $3 and owner_id = $4 and amount >= $1;
update users
  set quota = quota + $1
  where id = $2;
delete
  from leases
  where process_id = $1 and amount = 0;
commit;

-- release, of a budget
begin;
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

-- commit, of a charged call
begin;
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
commit;

-- commit, of a call that is charged to budgets
begin;
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
commit;

-- commit, of a free call, in part uncollected
begin;
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
commit;

-- commit, after the lease was lost
begin;
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
commit;

-- sweep
begin;
delete
  from processes
  where id = $1;
delete
  from leases
  where process_id = $1
  returning kind, owner_id, amount;
update users
  set quota = quota + $1
  where id = $2;
delete
  from budget_leases
  where process_id = $1
  returning kind, owner_id, period_start, amount;
update users
  set budget_used = greatest(0, budget_used - $1)
  where id = $2 and budget_start = $3;
commit;
