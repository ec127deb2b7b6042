-- heartbeat
update processes
  set heartbeat_at = ?
  where id = ?;

-- register
insert into processes (id, host, pid, started_at, heartbeat_at)
  values (?, ?, ?, ?, ?)
  on conflict (id) do nothing;

-- listProcesses
select id, host, pid, heartbeat_at
  from processes;

-- extend, from plenty
update users
  set quota = quota - ?
  where id = ? and quota >= ?;
insert into leases (process_id, kind, owner_id, amount)
  values (?, ?, ?, ?)
  on conflict (process_id, kind, owner_id) do update
  set amount = amount + excluded.amount;

-- extend, by what is needed
update users
  set quota = quota - ?
  where id = ? and quota >= ?;
update users
  set quota = quota - ?
  where id = ? and quota >= ?;
insert into leases (process_id, kind, owner_id, amount)
  values (?, ?, ?, ?)
  on conflict (process_id, kind, owner_id) do update
  set amount = amount + excluded.amount;

-- extend, of a token
update tokens
  set remain_quota = remain_quota - ?
  where id = ? and remain_quota >= ?;
insert into leases (process_id, kind, owner_id, amount)
  values (?, ?, ?, ?)
  on conflict (process_id, kind, owner_id) do update
  set amount = amount + excluded.amount;

-- extendBudget, from plenty
update users
  set budget_used = case when budget_start = @start then budget_used else 0 end + @amount, budget_start = @start
  where id = @id and budget_period = @period and budget_start <= @start and case when budget_start = @start then budget_used else 0 end + @floor <= budget_quota;
insert into budget_leases (process_id, kind, owner_id, period_start, amount)
  values (?, ?, ?, ?, ?)
  on conflict (process_id, kind, owner_id, period_start) do update
  set amount = amount + excluded.amount;

-- extendBudget, by what is needed
update tokens
  set budget_used = case when budget_start = @start then budget_used else 0 end + @amount, budget_start = @start
  where id = @id and budget_period = @period and budget_start <= @start and case when budget_start = @start then budget_used else 0 end + @floor <= budget_quota;
update tokens
  set budget_used = case when budget_start = @start then budget_used else 0 end + @amount, budget_start = @start
  where id = @id and budget_period = @period and budget_start <= @start and case when budget_start = @start then budget_used else 0 end + @floor <= budget_quota;
insert into budget_leases (process_id, kind, owner_id, period_start, amount)
  values (?, ?, ?, ?, ?)
  on conflict (process_id, kind, owner_id, period_start) do update
  set amount = amount + excluded.amount;

-- take
select quota as quota
  from users
  where id = ?;
update users
  set quota = quota - ?
  where id = ? and quota >= ?;
insert into leases (process_id, kind, owner_id, amount)
  values (?, ?, ?, ?)
  on conflict (process_id, kind, owner_id) do update
  set amount = amount + excluded.amount;

-- left, of a balance
select quota as quota
  from users
  where id = ?;

-- left, of a token
select remain_quota as quota
  from tokens
  where id = ?;

-- left, of a budget
select budget_period, budget_quota, budget_start, budget_used
  from users
  where id = ?;

-- release, of a balance
update leases
  set amount = amount - ?
  where process_id = ? and kind = ? and owner_id = ? and amount >= ?;
update users
  set quota = quota + ?
  where id = ?;
delete
  from leases
  where process_id = ? and amount = 0;

-- release, of a budget
select amount
  from budget_leases
  where process_id = ? and kind = ? and owner_id = ? and period_start = ?;
update budget_leases
  set amount = amount - ?
  where process_id = ? and kind = ? and owner_id = ? and period_start = ?;
update users
  set budget_used = max(0, budget_used - ?)
  where id = ? and budget_start = ?;
delete
  from budget_leases
  where process_id = ? and amount = 0;
delete
  from leases
  where process_id = ? and amount = 0;

-- commit, of a charged call
insert into ledger_entries (id, user_id, kind, amount, created_at, remark)
  values (?, ?, 'usage', ?, ?, '')
  on conflict (id) do nothing;
insert into logs (type, created_at, content, user_id, username, token_id, token_name, model_name, quota, prompt_tokens, completion_tokens, channel_id, request_time, is_stream, source_ip, request_id, outcome, metadata)
  values (2, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
update leases
  set amount = amount - ?
  where process_id = ? and kind = ? and owner_id = ? and amount >= ?;
update leases
  set amount = amount - ?
  where process_id = ? and kind = ? and owner_id = ? and amount >= ?;
update users
  set used_quota = used_quota + ?, request_count = request_count + ?, uncollected = uncollected + ?
  where id = ?;
update tokens
  set used_quota = used_quota + ?, accessed_time = max(accessed_time, ?)
  where id = ?;
update channels
  set used_quota = used_quota + ?
  where id = ?;
insert into usage_hourly (hour, user_id, channel_id, model_name, request_count, quota, prompt_tokens, completion_tokens, request_time, task_count, task_time)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict (hour, user_id, channel_id, model_name) do update
  set request_count = request_count + excluded.request_count, quota = quota + excluded.quota, prompt_tokens = prompt_tokens + excluded.prompt_tokens, completion_tokens = completion_tokens + excluded.completion_tokens, request_time = request_time + excluded.request_time, task_count = task_count + excluded.task_count, task_time = task_time + excluded.task_time;
insert into usage_hourly_tokens (token_id, hour, user_id, request_count, quota, prompt_tokens, completion_tokens)
  values (?, ?, ?, ?, ?, ?, ?)
  on conflict (token_id, hour) do update
  set request_count = request_count + excluded.request_count, quota = quota + excluded.quota, prompt_tokens = prompt_tokens + excluded.prompt_tokens, completion_tokens = completion_tokens + excluded.completion_tokens;
select dimension, folded_until
  from figure_folds;
insert into usage_figures (dimension, span, start, user_id, subject, requests, quota, prompt_tokens, completion_tokens, failed, refused, cancelled, cut, timed_requests, response_time, streams, first_token_time)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict (dimension, span, start, user_id, subject) do update
  set requests = requests + excluded.requests, quota = quota + excluded.quota, prompt_tokens = prompt_tokens + excluded.prompt_tokens, completion_tokens = completion_tokens + excluded.completion_tokens, failed = failed + excluded.failed, refused = refused + excluded.refused, cancelled = cancelled + excluded.cancelled, cut = cut + excluded.cut, timed_requests = timed_requests + excluded.timed_requests, response_time = response_time + excluded.response_time, streams = streams + excluded.streams, first_token_time = first_token_time + excluded.first_token_time;
insert into usage_figures (dimension, span, start, user_id, subject, requests, quota, prompt_tokens, completion_tokens, failed, refused, cancelled, cut, timed_requests, response_time, streams, first_token_time)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict (dimension, span, start, user_id, subject) do update
  set requests = requests + excluded.requests, quota = quota + excluded.quota, prompt_tokens = prompt_tokens + excluded.prompt_tokens, completion_tokens = completion_tokens + excluded.completion_tokens, failed = failed + excluded.failed, refused = refused + excluded.refused, cancelled = cancelled + excluded.cancelled, cut = cut + excluded.cut, timed_requests = timed_requests + excluded.timed_requests, response_time = response_time + excluded.response_time, streams = streams + excluded.streams, first_token_time = first_token_time + excluded.first_token_time;
insert into usage_figures (dimension, span, start, user_id, subject, requests, quota, prompt_tokens, completion_tokens, failed, refused, cancelled, cut, timed_requests, response_time, streams, first_token_time)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict (dimension, span, start, user_id, subject) do update
  set requests = requests + excluded.requests, quota = quota + excluded.quota, prompt_tokens = prompt_tokens + excluded.prompt_tokens, completion_tokens = completion_tokens + excluded.completion_tokens, failed = failed + excluded.failed, refused = refused + excluded.refused, cancelled = cancelled + excluded.cancelled, cut = cut + excluded.cut, timed_requests = timed_requests + excluded.timed_requests, response_time = response_time + excluded.response_time, streams = streams + excluded.streams, first_token_time = first_token_time + excluded.first_token_time;
insert into usage_figures (dimension, span, start, user_id, subject, requests, quota, prompt_tokens, completion_tokens, failed, refused, cancelled, cut, timed_requests, response_time, streams, first_token_time)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict (dimension, span, start, user_id, subject) do update
  set requests = requests + excluded.requests, quota = quota + excluded.quota, prompt_tokens = prompt_tokens + excluded.prompt_tokens, completion_tokens = completion_tokens + excluded.completion_tokens, failed = failed + excluded.failed, refused = refused + excluded.refused, cancelled = cancelled + excluded.cancelled, cut = cut + excluded.cut, timed_requests = timed_requests + excluded.timed_requests, response_time = response_time + excluded.response_time, streams = streams + excluded.streams, first_token_time = first_token_time + excluded.first_token_time;
insert into usage_figures (dimension, span, start, user_id, subject, requests, quota, prompt_tokens, completion_tokens, failed, refused, cancelled, cut, timed_requests, response_time, streams, first_token_time)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict (dimension, span, start, user_id, subject) do update
  set requests = requests + excluded.requests, quota = quota + excluded.quota, prompt_tokens = prompt_tokens + excluded.prompt_tokens, completion_tokens = completion_tokens + excluded.completion_tokens, failed = failed + excluded.failed, refused = refused + excluded.refused, cancelled = cancelled + excluded.cancelled, cut = cut + excluded.cut, timed_requests = timed_requests + excluded.timed_requests, response_time = response_time + excluded.response_time, streams = streams + excluded.streams, first_token_time = first_token_time + excluded.first_token_time;
insert into usage_figures (dimension, span, start, user_id, subject, requests, quota, prompt_tokens, completion_tokens, failed, refused, cancelled, cut, timed_requests, response_time, streams, first_token_time)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict (dimension, span, start, user_id, subject) do update
  set requests = requests + excluded.requests, quota = quota + excluded.quota, prompt_tokens = prompt_tokens + excluded.prompt_tokens, completion_tokens = completion_tokens + excluded.completion_tokens, failed = failed + excluded.failed, refused = refused + excluded.refused, cancelled = cancelled + excluded.cancelled, cut = cut + excluded.cut, timed_requests = timed_requests + excluded.timed_requests, response_time = response_time + excluded.response_time, streams = streams + excluded.streams, first_token_time = first_token_time + excluded.first_token_time;

-- commit, of a call that is charged to budgets
insert into ledger_entries (id, user_id, kind, amount, created_at, remark)
  values (?, ?, 'usage', ?, ?, '')
  on conflict (id) do nothing;
insert into logs (type, created_at, content, user_id, username, token_id, token_name, model_name, quota, prompt_tokens, completion_tokens, channel_id, request_time, is_stream, source_ip, request_id, outcome, metadata)
  values (2, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
update leases
  set amount = amount - ?
  where process_id = ? and kind = ? and owner_id = ? and amount >= ?;
select amount
  from budget_leases
  where process_id = ? and kind = ? and owner_id = ? and period_start = ?;
update tokens
  set budget_used = case when budget_start = @start then budget_used else 0 end + @amount, budget_start = @start
  where id = @id and (budget_start = @start or (budget_start < @start and budget_period = @period));
select amount
  from budget_leases
  where process_id = ? and kind = ? and owner_id = ? and period_start = ?;
update budget_leases
  set amount = amount - ?
  where process_id = ? and kind = ? and owner_id = ? and period_start = ?;
update users
  set budget_used = case when budget_start = @start then budget_used else 0 end + @amount, budget_start = @start
  where id = @id and (budget_start = @start or (budget_start < @start and budget_period = @period));
update users
  set used_quota = used_quota + ?, request_count = request_count + ?, uncollected = uncollected + ?
  where id = ?;
update tokens
  set used_quota = used_quota + ?, accessed_time = max(accessed_time, ?)
  where id = ?;
update channels
  set used_quota = used_quota + ?
  where id = ?;
insert into usage_hourly (hour, user_id, channel_id, model_name, request_count, quota, prompt_tokens, completion_tokens, request_time, task_count, task_time)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict (hour, user_id, channel_id, model_name) do update
  set request_count = request_count + excluded.request_count, quota = quota + excluded.quota, prompt_tokens = prompt_tokens + excluded.prompt_tokens, completion_tokens = completion_tokens + excluded.completion_tokens, request_time = request_time + excluded.request_time, task_count = task_count + excluded.task_count, task_time = task_time + excluded.task_time;
insert into usage_hourly_tokens (token_id, hour, user_id, request_count, quota, prompt_tokens, completion_tokens)
  values (?, ?, ?, ?, ?, ?, ?)
  on conflict (token_id, hour) do update
  set request_count = request_count + excluded.request_count, quota = quota + excluded.quota, prompt_tokens = prompt_tokens + excluded.prompt_tokens, completion_tokens = completion_tokens + excluded.completion_tokens;
select dimension, folded_until
  from figure_folds;
insert into usage_figures (dimension, span, start, user_id, subject, requests, quota, prompt_tokens, completion_tokens, failed, refused, cancelled, cut, timed_requests, response_time, streams, first_token_time)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict (dimension, span, start, user_id, subject) do update
  set requests = requests + excluded.requests, quota = quota + excluded.quota, prompt_tokens = prompt_tokens + excluded.prompt_tokens, completion_tokens = completion_tokens + excluded.completion_tokens, failed = failed + excluded.failed, refused = refused + excluded.refused, cancelled = cancelled + excluded.cancelled, cut = cut + excluded.cut, timed_requests = timed_requests + excluded.timed_requests, response_time = response_time + excluded.response_time, streams = streams + excluded.streams, first_token_time = first_token_time + excluded.first_token_time;
insert into usage_figures (dimension, span, start, user_id, subject, requests, quota, prompt_tokens, completion_tokens, failed, refused, cancelled, cut, timed_requests, response_time, streams, first_token_time)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict (dimension, span, start, user_id, subject) do update
  set requests = requests + excluded.requests, quota = quota + excluded.quota, prompt_tokens = prompt_tokens + excluded.prompt_tokens, completion_tokens = completion_tokens + excluded.completion_tokens, failed = failed + excluded.failed, refused = refused + excluded.refused, cancelled = cancelled + excluded.cancelled, cut = cut + excluded.cut, timed_requests = timed_requests + excluded.timed_requests, response_time = response_time + excluded.response_time, streams = streams + excluded.streams, first_token_time = first_token_time + excluded.first_token_time;
insert into usage_figures (dimension, span, start, user_id, subject, requests, quota, prompt_tokens, completion_tokens, failed, refused, cancelled, cut, timed_requests, response_time, streams, first_token_time)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict (dimension, span, start, user_id, subject) do update
  set requests = requests + excluded.requests, quota = quota + excluded.quota, prompt_tokens = prompt_tokens + excluded.prompt_tokens, completion_tokens = completion_tokens + excluded.completion_tokens, failed = failed + excluded.failed, refused = refused + excluded.refused, cancelled = cancelled + excluded.cancelled, cut = cut + excluded.cut, timed_requests = timed_requests + excluded.timed_requests, response_time = response_time + excluded.response_time, streams = streams + excluded.streams, first_token_time = first_token_time + excluded.first_token_time;
insert into usage_figures (dimension, span, start, user_id, subject, requests, quota, prompt_tokens, completion_tokens, failed, refused, cancelled, cut, timed_requests, response_time, streams, first_token_time)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict (dimension, span, start, user_id, subject) do update
  set requests = requests + excluded.requests, quota = quota + excluded.quota, prompt_tokens = prompt_tokens + excluded.prompt_tokens, completion_tokens = completion_tokens + excluded.completion_tokens, failed = failed + excluded.failed, refused = refused + excluded.refused, cancelled = cancelled + excluded.cancelled, cut = cut + excluded.cut, timed_requests = timed_requests + excluded.timed_requests, response_time = response_time + excluded.response_time, streams = streams + excluded.streams, first_token_time = first_token_time + excluded.first_token_time;
insert into usage_figures (dimension, span, start, user_id, subject, requests, quota, prompt_tokens, completion_tokens, failed, refused, cancelled, cut, timed_requests, response_time, streams, first_token_time)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict (dimension, span, start, user_id, subject) do update
  set requests = requests + excluded.requests, quota = quota + excluded.quota, prompt_tokens = prompt_tokens + excluded.prompt_tokens, completion_tokens = completion_tokens + excluded.completion_tokens, failed = failed + excluded.failed, refused = refused + excluded.refused, cancelled = cancelled + excluded.cancelled, cut = cut + excluded.cut, timed_requests = timed_requests + excluded.timed_requests, response_time = response_time + excluded.response_time, streams = streams + excluded.streams, first_token_time = first_token_time + excluded.first_token_time;
insert into usage_figures (dimension, span, start, user_id, subject, requests, quota, prompt_tokens, completion_tokens, failed, refused, cancelled, cut, timed_requests, response_time, streams, first_token_time)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict (dimension, span, start, user_id, subject) do update
  set requests = requests + excluded.requests, quota = quota + excluded.quota, prompt_tokens = prompt_tokens + excluded.prompt_tokens, completion_tokens = completion_tokens + excluded.completion_tokens, failed = failed + excluded.failed, refused = refused + excluded.refused, cancelled = cancelled + excluded.cancelled, cut = cut + excluded.cut, timed_requests = timed_requests + excluded.timed_requests, response_time = response_time + excluded.response_time, streams = streams + excluded.streams, first_token_time = first_token_time + excluded.first_token_time;

-- commit, of a free call, in part uncollected
select 1
  from logs
  where request_id = ?;
-- plan: SEARCH logs USING COVERING INDEX logs_request (request_id=?)
insert into logs (type, created_at, content, user_id, username, token_id, token_name, model_name, quota, prompt_tokens, completion_tokens, channel_id, request_time, is_stream, source_ip, request_id, outcome, metadata)
  values (2, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
update users
  set used_quota = used_quota + ?, request_count = request_count + ?, uncollected = uncollected + ?
  where id = ?;
update tokens
  set used_quota = used_quota + ?, accessed_time = max(accessed_time, ?)
  where id = ?;
update channels
  set used_quota = used_quota + ?
  where id = ?;
insert into usage_hourly (hour, user_id, channel_id, model_name, request_count, quota, prompt_tokens, completion_tokens, request_time, task_count, task_time)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict (hour, user_id, channel_id, model_name) do update
  set request_count = request_count + excluded.request_count, quota = quota + excluded.quota, prompt_tokens = prompt_tokens + excluded.prompt_tokens, completion_tokens = completion_tokens + excluded.completion_tokens, request_time = request_time + excluded.request_time, task_count = task_count + excluded.task_count, task_time = task_time + excluded.task_time;
insert into usage_hourly_tokens (token_id, hour, user_id, request_count, quota, prompt_tokens, completion_tokens)
  values (?, ?, ?, ?, ?, ?, ?)
  on conflict (token_id, hour) do update
  set request_count = request_count + excluded.request_count, quota = quota + excluded.quota, prompt_tokens = prompt_tokens + excluded.prompt_tokens, completion_tokens = completion_tokens + excluded.completion_tokens;
select dimension, folded_until
  from figure_folds;
insert into usage_figures (dimension, span, start, user_id, subject, requests, quota, prompt_tokens, completion_tokens, failed, refused, cancelled, cut, timed_requests, response_time, streams, first_token_time)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict (dimension, span, start, user_id, subject) do update
  set requests = requests + excluded.requests, quota = quota + excluded.quota, prompt_tokens = prompt_tokens + excluded.prompt_tokens, completion_tokens = completion_tokens + excluded.completion_tokens, failed = failed + excluded.failed, refused = refused + excluded.refused, cancelled = cancelled + excluded.cancelled, cut = cut + excluded.cut, timed_requests = timed_requests + excluded.timed_requests, response_time = response_time + excluded.response_time, streams = streams + excluded.streams, first_token_time = first_token_time + excluded.first_token_time;
insert into usage_figures (dimension, span, start, user_id, subject, requests, quota, prompt_tokens, completion_tokens, failed, refused, cancelled, cut, timed_requests, response_time, streams, first_token_time)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict (dimension, span, start, user_id, subject) do update
  set requests = requests + excluded.requests, quota = quota + excluded.quota, prompt_tokens = prompt_tokens + excluded.prompt_tokens, completion_tokens = completion_tokens + excluded.completion_tokens, failed = failed + excluded.failed, refused = refused + excluded.refused, cancelled = cancelled + excluded.cancelled, cut = cut + excluded.cut, timed_requests = timed_requests + excluded.timed_requests, response_time = response_time + excluded.response_time, streams = streams + excluded.streams, first_token_time = first_token_time + excluded.first_token_time;
insert into usage_figures (dimension, span, start, user_id, subject, requests, quota, prompt_tokens, completion_tokens, failed, refused, cancelled, cut, timed_requests, response_time, streams, first_token_time)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict (dimension, span, start, user_id, subject) do update
  set requests = requests + excluded.requests, quota = quota + excluded.quota, prompt_tokens = prompt_tokens + excluded.prompt_tokens, completion_tokens = completion_tokens + excluded.completion_tokens, failed = failed + excluded.failed, refused = refused + excluded.refused, cancelled = cancelled + excluded.cancelled, cut = cut + excluded.cut, timed_requests = timed_requests + excluded.timed_requests, response_time = response_time + excluded.response_time, streams = streams + excluded.streams, first_token_time = first_token_time + excluded.first_token_time;
insert into usage_figures (dimension, span, start, user_id, subject, requests, quota, prompt_tokens, completion_tokens, failed, refused, cancelled, cut, timed_requests, response_time, streams, first_token_time)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict (dimension, span, start, user_id, subject) do update
  set requests = requests + excluded.requests, quota = quota + excluded.quota, prompt_tokens = prompt_tokens + excluded.prompt_tokens, completion_tokens = completion_tokens + excluded.completion_tokens, failed = failed + excluded.failed, refused = refused + excluded.refused, cancelled = cancelled + excluded.cancelled, cut = cut + excluded.cut, timed_requests = timed_requests + excluded.timed_requests, response_time = response_time + excluded.response_time, streams = streams + excluded.streams, first_token_time = first_token_time + excluded.first_token_time;
insert into usage_figures (dimension, span, start, user_id, subject, requests, quota, prompt_tokens, completion_tokens, failed, refused, cancelled, cut, timed_requests, response_time, streams, first_token_time)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict (dimension, span, start, user_id, subject) do update
  set requests = requests + excluded.requests, quota = quota + excluded.quota, prompt_tokens = prompt_tokens + excluded.prompt_tokens, completion_tokens = completion_tokens + excluded.completion_tokens, failed = failed + excluded.failed, refused = refused + excluded.refused, cancelled = cancelled + excluded.cancelled, cut = cut + excluded.cut, timed_requests = timed_requests + excluded.timed_requests, response_time = response_time + excluded.response_time, streams = streams + excluded.streams, first_token_time = first_token_time + excluded.first_token_time;
insert into usage_figures (dimension, span, start, user_id, subject, requests, quota, prompt_tokens, completion_tokens, failed, refused, cancelled, cut, timed_requests, response_time, streams, first_token_time)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict (dimension, span, start, user_id, subject) do update
  set requests = requests + excluded.requests, quota = quota + excluded.quota, prompt_tokens = prompt_tokens + excluded.prompt_tokens, completion_tokens = completion_tokens + excluded.completion_tokens, failed = failed + excluded.failed, refused = refused + excluded.refused, cancelled = cancelled + excluded.cancelled, cut = cut + excluded.cut, timed_requests = timed_requests + excluded.timed_requests, response_time = response_time + excluded.response_time, streams = streams + excluded.streams, first_token_time = first_token_time + excluded.first_token_time;
insert into uncollected_daily (day, quota, calls)
  values (?, ?, ?)
  on conflict (day) do update
  set quota = quota + excluded.quota, calls = calls + excluded.calls;

-- commit, after the lease was lost
insert into ledger_entries (id, user_id, kind, amount, created_at, remark)
  values (?, ?, 'usage', ?, ?, '')
  on conflict (id) do nothing;
insert into logs (type, created_at, content, user_id, username, token_id, token_name, model_name, quota, prompt_tokens, completion_tokens, channel_id, request_time, is_stream, source_ip, request_id, outcome, metadata)
  values (2, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
update leases
  set amount = amount - ?
  where process_id = ? and kind = ? and owner_id = ? and amount >= ?;
select quota as quota
  from users
  where id = ?;
update users
  set quota = quota + ?
  where id = ?;
insert into ledger_entries (id, user_id, kind, amount, created_at, remark)
  values (?, ?, 'written-off', ?, ?, 'lease lost');
update users
  set used_quota = used_quota + ?, request_count = request_count + ?, uncollected = uncollected + ?
  where id = ?;
update tokens
  set used_quota = used_quota + ?, accessed_time = max(accessed_time, ?)
  where id = ?;
update channels
  set used_quota = used_quota + ?
  where id = ?;
insert into usage_hourly (hour, user_id, channel_id, model_name, request_count, quota, prompt_tokens, completion_tokens, request_time, task_count, task_time)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict (hour, user_id, channel_id, model_name) do update
  set request_count = request_count + excluded.request_count, quota = quota + excluded.quota, prompt_tokens = prompt_tokens + excluded.prompt_tokens, completion_tokens = completion_tokens + excluded.completion_tokens, request_time = request_time + excluded.request_time, task_count = task_count + excluded.task_count, task_time = task_time + excluded.task_time;
insert into usage_hourly_tokens (token_id, hour, user_id, request_count, quota, prompt_tokens, completion_tokens)
  values (?, ?, ?, ?, ?, ?, ?)
  on conflict (token_id, hour) do update
  set request_count = request_count + excluded.request_count, quota = quota + excluded.quota, prompt_tokens = prompt_tokens + excluded.prompt_tokens, completion_tokens = completion_tokens + excluded.completion_tokens;
select dimension, folded_until
  from figure_folds;
insert into usage_figures (dimension, span, start, user_id, subject, requests, quota, prompt_tokens, completion_tokens, failed, refused, cancelled, cut, timed_requests, response_time, streams, first_token_time)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict (dimension, span, start, user_id, subject) do update
  set requests = requests + excluded.requests, quota = quota + excluded.quota, prompt_tokens = prompt_tokens + excluded.prompt_tokens, completion_tokens = completion_tokens + excluded.completion_tokens, failed = failed + excluded.failed, refused = refused + excluded.refused, cancelled = cancelled + excluded.cancelled, cut = cut + excluded.cut, timed_requests = timed_requests + excluded.timed_requests, response_time = response_time + excluded.response_time, streams = streams + excluded.streams, first_token_time = first_token_time + excluded.first_token_time;
insert into usage_figures (dimension, span, start, user_id, subject, requests, quota, prompt_tokens, completion_tokens, failed, refused, cancelled, cut, timed_requests, response_time, streams, first_token_time)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict (dimension, span, start, user_id, subject) do update
  set requests = requests + excluded.requests, quota = quota + excluded.quota, prompt_tokens = prompt_tokens + excluded.prompt_tokens, completion_tokens = completion_tokens + excluded.completion_tokens, failed = failed + excluded.failed, refused = refused + excluded.refused, cancelled = cancelled + excluded.cancelled, cut = cut + excluded.cut, timed_requests = timed_requests + excluded.timed_requests, response_time = response_time + excluded.response_time, streams = streams + excluded.streams, first_token_time = first_token_time + excluded.first_token_time;
insert into usage_figures (dimension, span, start, user_id, subject, requests, quota, prompt_tokens, completion_tokens, failed, refused, cancelled, cut, timed_requests, response_time, streams, first_token_time)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict (dimension, span, start, user_id, subject) do update
  set requests = requests + excluded.requests, quota = quota + excluded.quota, prompt_tokens = prompt_tokens + excluded.prompt_tokens, completion_tokens = completion_tokens + excluded.completion_tokens, failed = failed + excluded.failed, refused = refused + excluded.refused, cancelled = cancelled + excluded.cancelled, cut = cut + excluded.cut, timed_requests = timed_requests + excluded.timed_requests, response_time = response_time + excluded.response_time, streams = streams + excluded.streams, first_token_time = first_token_time + excluded.first_token_time;
insert into usage_figures (dimension, span, start, user_id, subject, requests, quota, prompt_tokens, completion_tokens, failed, refused, cancelled, cut, timed_requests, response_time, streams, first_token_time)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict (dimension, span, start, user_id, subject) do update
  set requests = requests + excluded.requests, quota = quota + excluded.quota, prompt_tokens = prompt_tokens + excluded.prompt_tokens, completion_tokens = completion_tokens + excluded.completion_tokens, failed = failed + excluded.failed, refused = refused + excluded.refused, cancelled = cancelled + excluded.cancelled, cut = cut + excluded.cut, timed_requests = timed_requests + excluded.timed_requests, response_time = response_time + excluded.response_time, streams = streams + excluded.streams, first_token_time = first_token_time + excluded.first_token_time;
insert into usage_figures (dimension, span, start, user_id, subject, requests, quota, prompt_tokens, completion_tokens, failed, refused, cancelled, cut, timed_requests, response_time, streams, first_token_time)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict (dimension, span, start, user_id, subject) do update
  set requests = requests + excluded.requests, quota = quota + excluded.quota, prompt_tokens = prompt_tokens + excluded.prompt_tokens, completion_tokens = completion_tokens + excluded.completion_tokens, failed = failed + excluded.failed, refused = refused + excluded.refused, cancelled = cancelled + excluded.cancelled, cut = cut + excluded.cut, timed_requests = timed_requests + excluded.timed_requests, response_time = response_time + excluded.response_time, streams = streams + excluded.streams, first_token_time = first_token_time + excluded.first_token_time;
insert into usage_figures (dimension, span, start, user_id, subject, requests, quota, prompt_tokens, completion_tokens, failed, refused, cancelled, cut, timed_requests, response_time, streams, first_token_time)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict (dimension, span, start, user_id, subject) do update
  set requests = requests + excluded.requests, quota = quota + excluded.quota, prompt_tokens = prompt_tokens + excluded.prompt_tokens, completion_tokens = completion_tokens + excluded.completion_tokens, failed = failed + excluded.failed, refused = refused + excluded.refused, cancelled = cancelled + excluded.cancelled, cut = cut + excluded.cut, timed_requests = timed_requests + excluded.timed_requests, response_time = response_time + excluded.response_time, streams = streams + excluded.streams, first_token_time = first_token_time + excluded.first_token_time;

-- sweep
delete
  from processes
  where id = ?;
select kind, owner_id, amount
  from leases
  where process_id = ?;
update tokens
  set remain_quota = remain_quota + ?
  where id = ?;
update users
  set quota = quota + ?
  where id = ?;
update users
  set quota = quota + ?
  where id = ?;
delete
  from leases
  where process_id = ?;
delete
  from budget_leases
  where process_id = ?
  returning kind, owner_id, period_start, amount;
update users
  set budget_used = max(0, budget_used - ?)
  where id = ? and budget_start = ?;
update tokens
  set budget_used = max(0, budget_used - ?)
  where id = ? and budget_start = ?;
