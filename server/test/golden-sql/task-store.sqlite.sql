-- openTask, from the balance
select 1
  from holds
  where task_id = ?;
update leases
  set amount = amount - ?
  where process_id = ? and kind = ? and owner_id = ? and amount >= ?;
update users
  set quota = quota - ?
  where id = ? and quota >= ?;
update leases
  set amount = amount - ?
  where process_id = ? and kind = ? and owner_id = ? and amount >= ?;
update tokens
  set remain_quota = remain_quota - ?
  where id = ? and remain_quota >= ?;
select amount
  from budget_leases
  where process_id = ? and kind = ? and owner_id = ? and period_start = ?;
insert into holds (task_id, user_id, token_id, token_limited, amount, user_term_period, user_term_start, user_term_amount, token_term_period, token_term_start, token_term_amount, created_at)
  values (@task_id, @user_id, @token_id, @token_limited, @amount, @user_term_period, @user_term_start, @user_term_amount, @token_term_period, @token_term_start, @token_term_amount, @created_at);
insert into tasks (task_id, platform, action, mode, model_name, user_id, username, token_id, token_name, request_id, continues, prompt, asked, record, notify_url, submitted_at, expires_at, channel_id, channel_key, upstream_id, accept_code, status, progress, fail_reason, result, started_at, finished_at, updated_at, quota, charge, timeline, due_at, polls, poll_problem, notify_at, notify_tries, lease_owner, lease_until, version)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1);

-- openTask, again
select 1
  from holds
  where task_id = ?;

-- changeTasks
update tasks
  set channel_id = ?, channel_key = ?, upstream_id = ?, accept_code = ?, status = ?, progress = ?, fail_reason = ?, result = ?, started_at = ?, finished_at = ?, updated_at = ?, quota = ?, charge = ?, timeline = ?, due_at = ?, polls = ?, poll_problem = ?, notify_at = ?, notify_tries = ?, lease_owner = ?, lease_until = ?, version = version + 1
  where task_id = ? and version = ?;

-- claimTasks
update tasks
  set lease_owner = ?, lease_until = ?, version = version + 1
  where id in ( select id from ( select id, due_at, row_number() over (partition by user_id order by due_at, id) as turn from ( select id, user_id, due_at from tasks where platform = ? and channel_id = ? and channel_key = ? and due_at > 0 and due_at <= ? and lease_until <= ? and expires_at <= ? order by due_at, id limit 1000)) order by turn, due_at, id limit ?)
  returning *;

-- settleTask
update tasks
  set channel_id = ?, channel_key = ?, upstream_id = ?, accept_code = ?, status = ?, progress = ?, fail_reason = ?, result = ?, started_at = ?, finished_at = ?, updated_at = ?, quota = ?, charge = ?, timeline = ?, due_at = ?, polls = ?, poll_problem = ?, notify_at = ?, notify_tries = ?, lease_owner = ?, lease_until = ?, version = version + 1
  where task_id = ? and version = ?;
delete
  from holds
  where task_id = ?
  returning *;
insert into leases (process_id, kind, owner_id, amount)
  values (?, ?, ?, ?)
  on conflict (process_id, kind, owner_id) do update
  set amount = amount + excluded.amount;
insert into leases (process_id, kind, owner_id, amount)
  values (?, ?, ?, ?)
  on conflict (process_id, kind, owner_id) do update
  set amount = amount + excluded.amount;
insert into budget_leases (process_id, kind, owner_id, period_start, amount)
  values (?, ?, ?, ?, ?)
  on conflict (process_id, kind, owner_id, period_start) do update
  set amount = amount + excluded.amount;
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
select amount
  from budget_leases
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
update leases
  set amount = amount - ?
  where process_id = ? and kind = ? and owner_id = ? and amount >= ?;
update users
  set quota = quota + ?
  where id = ?;
update leases
  set amount = amount - ?
  where process_id = ? and kind = ? and owner_id = ? and amount >= ?;
update tokens
  set remain_quota = remain_quota + ?
  where id = ?;
select amount
  from budget_leases
  where process_id = ? and kind = ? and owner_id = ? and period_start = ?;
delete
  from budget_leases
  where process_id = ? and amount = 0;
delete
  from leases
  where process_id = ? and amount = 0;

-- removeTask
delete
  from tasks
  where task_id = ? and user_id = ? and charge <> 'held';
