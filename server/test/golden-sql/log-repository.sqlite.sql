-- page, of everyone
select "id", "type", "created_at", "content", "user_id", "username", "token_id", "token_name", "model_name", "quota", "prompt_tokens", "completion_tokens", "channel_id", "request_time", "is_stream", "source_ip", "request_id", "outcome", "metadata"
  from "logs"
  where 1 = 1
  order by "created_at" desc, "id" desc
  limit ?
  offset ?;
-- plan: SCAN logs USING INDEX logs_created
select count(*) as "count"
  from (select 1 as "one" from "logs" where 1 = 1 limit ?) as "found";
-- plan: CO-ROUTINE found
-- plan:   SCAN logs USING COVERING INDEX logs_created
-- plan: SCAN found

-- page, oldest first, of a time
select "id", "type", "created_at", "content", "user_id", "username", "token_id", "token_name", "model_name", "quota", "prompt_tokens", "completion_tokens", "channel_id", "request_time", "is_stream", "source_ip", "request_id", "outcome", "metadata"
  from "logs"
  where (created_at >= ? and created_at <= ?)
  order by "created_at" asc, "id" asc
  limit ?
  offset ?;
-- plan: SEARCH logs USING INDEX logs_created (created_at>? AND created_at<?)

-- page, of a user
select "id", "type", "created_at", "content", "user_id", "username", "token_id", "token_name", "model_name", "quota", "prompt_tokens", "completion_tokens", "channel_id", "request_time", "is_stream", "source_ip", "request_id", "outcome", "metadata"
  from "logs"
  where ("user_id" in (?))
  order by "created_at" desc, "id" desc
  limit ?
  offset ?;
-- plan: SEARCH logs USING INDEX logs_user_created (user_id=?)
select count(*) as "count"
  from (select 1 as "one" from "logs" where ("user_id" in (?)) limit ?) as "found";
-- plan: CO-ROUTINE found
-- plan:   SEARCH logs USING COVERING INDEX logs_user_created (user_id=?)
-- plan: SCAN found

-- page, of several users
select "id", "type", "created_at", "content", "user_id", "username", "token_id", "token_name", "model_name", "quota", "prompt_tokens", "completion_tokens", "channel_id", "request_time", "is_stream", "source_ip", "request_id", "outcome", "metadata"
  from "logs"
  where ("user_id" in (?, ?))
  order by "created_at" desc, "id" desc
  limit ?
  offset ?;
-- plan: SEARCH logs USING INDEX logs_user_created (user_id=?)
-- plan: USE TEMP B-TREE FOR ORDER BY

-- page, of a user's top-ups
select "id", "type", "created_at", "content", "user_id", "username", "token_id", "token_name", "model_name", "quota", "prompt_tokens", "completion_tokens", "channel_id", "request_time", "is_stream", "source_ip", "request_id", "outcome", "metadata"
  from "logs"
  where ("user_id" in (?) and "type" = ? and type <> 2)
  order by "created_at" desc, "id" desc
  limit ?
  offset ?;
-- plan: SEARCH logs USING INDEX logs_user_events (user_id=? AND type=?)

-- page, of everyone's top-ups
select "id", "type", "created_at", "content", "user_id", "username", "token_id", "token_name", "model_name", "quota", "prompt_tokens", "completion_tokens", "channel_id", "request_time", "is_stream", "source_ip", "request_id", "outcome", "metadata"
  from "logs"
  where ("type" = ? and type <> 2)
  order by "created_at" desc, "id" desc
  limit ?
  offset ?;
-- plan: SEARCH logs USING INDEX logs_events (type=?)

-- page, of consumption
select "id", "type", "created_at", "content", "user_id", "username", "token_id", "token_name", "model_name", "quota", "prompt_tokens", "completion_tokens", "channel_id", "request_time", "is_stream", "source_ip", "request_id", "outcome", "metadata"
  from "logs"
  where ("type" = ?)
  order by "created_at" desc, "id" desc
  limit ?
  offset ?;
-- plan: SCAN logs USING INDEX logs_created

-- page, of a model
select "id", "type", "created_at", "content", "user_id", "username", "token_id", "token_name", "model_name", "quota", "prompt_tokens", "completion_tokens", "channel_id", "request_time", "is_stream", "source_ip", "request_id", "outcome", "metadata"
  from "logs"
  where ("model_name" = ?)
  order by "created_at" desc, "id" desc
  limit ?
  offset ?;
-- plan: SEARCH logs USING INDEX logs_model (model_name=?)

-- page, of a channel
select "id", "type", "created_at", "content", "user_id", "username", "token_id", "token_name", "model_name", "quota", "prompt_tokens", "completion_tokens", "channel_id", "request_time", "is_stream", "source_ip", "request_id", "outcome", "metadata"
  from "logs"
  where ("channel_id" = ?)
  order by "created_at" desc, "id" desc
  limit ?
  offset ?;
-- plan: SEARCH logs USING INDEX logs_channel (channel_id=?)

-- page, of a request
select "id", "type", "created_at", "content", "user_id", "username", "token_id", "token_name", "model_name", "quota", "prompt_tokens", "completion_tokens", "channel_id", "request_time", "is_stream", "source_ip", "request_id", "outcome", "metadata"
  from "logs"
  where (coalesce("user_id", "user_id") in (?) and "request_id" = ?)
  order by "created_at" desc, "id" desc
  limit ?
  offset ?;
-- plan: SEARCH logs USING INDEX logs_request (request_id=?)
-- plan: USE TEMP B-TREE FOR ORDER BY

-- page, of a user, a channel and a model
select "created_at"
  from "logs"
  where ("user_id" in (?))
  order by "created_at" desc, "id" desc
  limit ?
  offset ?;
-- plan: SEARCH logs USING COVERING INDEX logs_user_created (user_id=?)
select "created_at"
  from "logs"
  where ("channel_id" = ?)
  order by "created_at" desc, "id" desc
  limit ?
  offset ?;
-- plan: SEARCH logs USING COVERING INDEX logs_channel (channel_id=?)
select "created_at"
  from "logs"
  where ("model_name" = ?)
  order by "created_at" desc, "id" desc
  limit ?
  offset ?;
-- plan: SEARCH logs USING COVERING INDEX logs_model (model_name=?)
select "id", "type", "created_at", "content", "user_id", "username", "token_id", "token_name", "model_name", "quota", "prompt_tokens", "completion_tokens", "channel_id", "request_time", "is_stream", "source_ip", "request_id", "outcome", "metadata"
  from "logs"
  where ("user_id" in (?) and coalesce("model_name", "model_name") = ? and coalesce("channel_id", "channel_id") = ? and created_at >= ?)
  order by "created_at" desc, "id" desc
  limit ?
  offset ?;
-- plan: SEARCH logs USING INDEX logs_user_created (user_id=? AND created_at>?)

-- page, of a keyword
select "created_at"
  from "logs"
  where 1 = 1
  order by "created_at" desc, "id" desc
  limit ?
  offset ?;
-- plan: SCAN logs USING COVERING INDEX logs_created
select "id", "type", "created_at", "content", "user_id", "username", "token_id", "token_name", "model_name", "quota", "prompt_tokens", "completion_tokens", "channel_id", "request_time", "is_stream", "source_ip", "request_id", "outcome", "metadata"
  from "logs"
  where ((lower("model_name") like lower(?) escape '\' or lower("token_name") like lower(?) escape '\' or lower("content") like lower(?) escape '\') and created_at >= ?)
  order by "created_at" desc, "id" desc
  limit ?
  offset ?;
-- plan: SEARCH logs USING INDEX logs_created (created_at>?)

-- page, of failed calls
select "id", "type", "created_at", "content", "user_id", "username", "token_id", "token_name", "model_name", "quota", "prompt_tokens", "completion_tokens", "channel_id", "request_time", "is_stream", "source_ip", "request_id", "outcome", "metadata"
  from "logs"
  where ("outcome" = ? and outcome <> 0)
  order by "created_at" desc, "id" desc
  limit ?
  offset ?;
-- plan: SEARCH logs USING INDEX logs_outcome (outcome=?)

-- page, of a user's rejected calls
select "id", "type", "created_at", "content", "user_id", "username", "token_id", "token_name", "model_name", "quota", "prompt_tokens", "completion_tokens", "channel_id", "request_time", "is_stream", "source_ip", "request_id", "outcome", "metadata"
  from "logs"
  where ("user_id" in (?) and "outcome" = ? and outcome <> 0)
  order by "created_at" desc, "id" desc
  limit ?
  offset ?;
-- plan: SEARCH logs USING INDEX logs_user_outcome (user_id=? AND outcome=?)

-- page, of a channel's failed calls
select "created_at"
  from "logs"
  where ("outcome" = ? and outcome <> 0)
  order by "created_at" desc, "id" desc
  limit ?
  offset ?;
-- plan: SEARCH logs USING COVERING INDEX logs_outcome (outcome=?)
select "created_at"
  from "logs"
  where ("channel_id" = ?)
  order by "created_at" desc, "id" desc
  limit ?
  offset ?;
-- plan: SEARCH logs USING COVERING INDEX logs_channel (channel_id=?)
select "id", "type", "created_at", "content", "user_id", "username", "token_id", "token_name", "model_name", "quota", "prompt_tokens", "completion_tokens", "channel_id", "request_time", "is_stream", "source_ip", "request_id", "outcome", "metadata"
  from "logs"
  where ("outcome" = ? and coalesce("channel_id", "channel_id") = ? and outcome <> 0 and created_at >= ?)
  order by "created_at" desc, "id" desc
  limit ?
  offset ?;
-- plan: SEARCH logs USING INDEX logs_outcome (outcome=? AND created_at>?)

-- page, of calls that succeeded
select "created_at"
  from "logs"
  where 1 = 1
  order by "created_at" desc, "id" desc
  limit ?
  offset ?;
-- plan: SCAN logs USING COVERING INDEX logs_created
select "id", "type", "created_at", "content", "user_id", "username", "token_id", "token_name", "model_name", "quota", "prompt_tokens", "completion_tokens", "channel_id", "request_time", "is_stream", "source_ip", "request_id", "outcome", "metadata"
  from "logs"
  where ("type" = ? and coalesce("outcome", "outcome") = ? and created_at >= ?)
  order by "created_at" desc, "id" desc
  limit ?
  offset ?;
-- plan: SEARCH logs USING INDEX logs_created (created_at>?)

-- page, of names that begin so
select "created_at"
  from "logs"
  where 1 = 1
  order by "created_at" desc, "id" desc
  limit ?
  offset ?;
-- plan: SCAN logs USING COVERING INDEX logs_created
select "id", "type", "created_at", "content", "user_id", "username", "token_id", "token_name", "model_name", "quota", "prompt_tokens", "completion_tokens", "channel_id", "request_time", "is_stream", "source_ip", "request_id", "outcome", "metadata"
  from "logs"
  where (substr("username", 1, 1) = ? and substr(coalesce("model_name", "model_name"), 1, 1) = ? and substr("token_name", 1, 1) = ? and created_at >= ?)
  order by "created_at" desc, "id" desc
  limit ?
  offset ?;
-- plan: SEARCH logs USING INDEX logs_created (created_at>?)

-- page, of a token and an address
select "created_at"
  from "logs"
  where ("user_id" in (?))
  order by "created_at" desc, "id" desc
  limit ?
  offset ?;
-- plan: SEARCH logs USING COVERING INDEX logs_user_created (user_id=?)
select "id", "type", "created_at", "content", "user_id", "username", "token_id", "token_name", "model_name", "quota", "prompt_tokens", "completion_tokens", "channel_id", "request_time", "is_stream", "source_ip", "request_id", "outcome", "metadata"
  from "logs"
  where ("user_id" in (?) and "token_id" = ? and "token_name" = ? and "source_ip" = ? and created_at >= ?)
  order by "created_at" desc, "id" desc
  limit ?
  offset ?;
-- plan: SEARCH logs USING INDEX logs_user_created (user_id=? AND created_at>?)

-- stretch, of everyone
select "created_at", "id"
  from "logs"
  where 1 = 1
  order by "created_at" desc, "id" desc
  limit ?
  offset ?;
-- plan: SCAN logs USING COVERING INDEX logs_created
select "id", "type", "created_at", "content", "user_id", "username", "token_id", "token_name", "model_name", "quota", "prompt_tokens", "completion_tokens", "channel_id", "request_time", "is_stream", "source_ip", "request_id", "outcome", "metadata"
  from "logs"
  where 1 = 1 and (created_at, id) >= (?, ?)
  order by "created_at" desc, "id" desc
  limit ?;
-- plan: SEARCH logs USING INDEX logs_created (created_at>?)

-- stretch, of a user, behind a row
select "created_at", "id"
  from "logs"
  where ("user_id" in (?)) and (created_at, id) < (?, ?)
  order by "created_at" desc, "id" desc
  limit ?
  offset ?;
-- plan: SEARCH logs USING COVERING INDEX logs_user_created (user_id=? AND created_at<?)
select "id", "type", "created_at", "content", "user_id", "username", "token_id", "token_name", "model_name", "quota", "prompt_tokens", "completion_tokens", "channel_id", "request_time", "is_stream", "source_ip", "request_id", "outcome", "metadata"
  from "logs"
  where ("user_id" in (?) and (lower("model_name") like lower(?) escape '\' or lower("token_name") like lower(?) escape '\' or lower("content") like lower(?) escape '\')) and (created_at, id) < (?, ?) and (created_at, id) >= (?, ?)
  order by "created_at" desc, "id" desc
  limit ?;
-- plan: SEARCH logs USING INDEX logs_user_created (user_id=? AND created_at>? AND created_at<?)

-- stretch, of failed calls, behind a row
select "created_at", "id"
  from "logs"
  where ("outcome" = ? and outcome <> 0) and (created_at, id) < (?, ?)
  order by "created_at" desc, "id" desc
  limit ?
  offset ?;
-- plan: SEARCH logs USING COVERING INDEX logs_outcome (outcome=? AND created_at<?)
select "id", "type", "created_at", "content", "user_id", "username", "token_id", "token_name", "model_name", "quota", "prompt_tokens", "completion_tokens", "channel_id", "request_time", "is_stream", "source_ip", "request_id", "outcome", "metadata"
  from "logs"
  where ("outcome" = ? and outcome <> 0) and (created_at, id) < (?, ?) and (created_at, id) >= (?, ?)
  order by "created_at" desc, "id" desc
  limit ?;
-- plan: SEARCH logs USING INDEX logs_outcome (outcome=? AND created_at>? AND created_at<?)

-- find, of everyone
select "id", "type", "created_at", "content", "user_id", "username", "token_id", "token_name", "model_name", "quota", "prompt_tokens", "completion_tokens", "channel_id", "request_time", "is_stream", "source_ip", "request_id", "outcome", "metadata"
  from "logs"
  where "id" = ?;
-- plan: SEARCH logs USING INTEGER PRIMARY KEY (rowid=?)

-- find, of a user
select "id", "type", "created_at", "content", "user_id", "username", "token_id", "token_name", "model_name", "quota", "prompt_tokens", "completion_tokens", "channel_id", "request_time", "is_stream", "source_ip", "request_id", "outcome", "metadata"
  from "logs"
  where "id" = ? and "user_id" = ?;
-- plan: SEARCH logs USING INTEGER PRIMARY KEY (rowid=?)

-- deleteBefore
delete
  from "logs"
  where "id" in (select "id" from "logs" where "created_at" < ? order by "created_at", "id" limit ?);
-- plan: SEARCH logs USING INTEGER PRIMARY KEY (rowid=?)
-- plan: LIST SUBQUERY 1
-- plan:   SEARCH logs USING COVERING INDEX logs_created (created_at<?)

-- sums, of everyone
select coalesce(sum(case when channel_id = 0 and metadata like '{"calls":%' then json_extract("metadata", '$.calls') else 1 end), 0) as "request_count", coalesce(sum(quota), 0) as "quota", coalesce(sum(prompt_tokens), 0) as "prompt_tokens", coalesce(sum(completion_tokens), 0) as "completion_tokens"
  from "logs"
  where ("type" = ? and created_at >= ? and created_at <= ?);
-- plan: SEARCH logs USING INDEX logs_created (created_at>? AND created_at<?)

-- sums, of a user
select coalesce(sum(case when channel_id = 0 and metadata like '{"calls":%' then json_extract("metadata", '$.calls') else 1 end), 0) as "request_count", coalesce(sum(quota), 0) as "quota", coalesce(sum(prompt_tokens), 0) as "prompt_tokens", coalesce(sum(completion_tokens), 0) as "completion_tokens"
  from "logs"
  where ("user_id" in (?) and "type" = ? and created_at >= ? and created_at <= ?);
-- plan: SEARCH logs USING INDEX logs_user_created (user_id=? AND created_at>? AND created_at<?)

-- searchSums, of everyone
select coalesce(sum(case when channel_id = 0 and metadata like '{"calls":%' then json_extract("metadata", '$.calls') else 1 end), 0) as "request_count", coalesce(sum(quota), 0) as "quota", coalesce(sum(prompt_tokens), 0) as "prompt_tokens", coalesce(sum(completion_tokens), 0) as "completion_tokens"
  from "logs"
  where ("type" = ?);
-- plan: SCAN logs

-- searchSums, of a user's keyword
select "created_at"
  from "logs"
  where ("user_id" in (?))
  order by "created_at" desc, "id" desc
  limit ?
  offset ?;
-- plan: SEARCH logs USING COVERING INDEX logs_user_created (user_id=?)
select coalesce(sum(case when channel_id = 0 and metadata like '{"calls":%' then json_extract("metadata", '$.calls') else 1 end), 0) as "request_count", coalesce(sum(quota), 0) as "quota", coalesce(sum(prompt_tokens), 0) as "prompt_tokens", coalesce(sum(completion_tokens), 0) as "completion_tokens"
  from "logs"
  where ("user_id" in (?) and "type" = ? and (lower("model_name") like lower(?) escape '\' or lower("token_name") like lower(?) escape '\' or lower("content") like lower(?) escape '\') and created_at >= ?);
-- plan: SEARCH logs USING INDEX logs_user_created (user_id=? AND created_at>?)
