-- page, of everyone
select "id", "type", "created_at", "content", "user_id", "username", "token_id", "token_name", "model_name", "quota", "prompt_tokens", "completion_tokens", "channel_id", "request_time", "is_stream", "source_ip", "request_id", "outcome", "metadata"
  from "logs"
  where 1 = 1
  order by "created_at" desc, "id" desc
  limit $1
  offset $2;
select count(*) as "count"
  from (select 1 as "one" from "logs" where 1 = 1 limit $1) as "found";

-- page, oldest first, of a time
select "id", "type", "created_at", "content", "user_id", "username", "token_id", "token_name", "model_name", "quota", "prompt_tokens", "completion_tokens", "channel_id", "request_time", "is_stream", "source_ip", "request_id", "outcome", "metadata"
  from "logs"
  where (created_at >= $1 and created_at <= $2)
  order by "created_at" asc, "id" asc
  limit $3
  offset $4;

-- page, of a user
select "id", "type", "created_at", "content", "user_id", "username", "token_id", "token_name", "model_name", "quota", "prompt_tokens", "completion_tokens", "channel_id", "request_time", "is_stream", "source_ip", "request_id", "outcome", "metadata"
  from "logs"
  where ("user_id" in ($1))
  order by "created_at" desc, "id" desc
  limit $2
  offset $3;
select count(*) as "count"
  from (select 1 as "one" from "logs" where ("user_id" in ($1)) limit $2) as "found";

-- page, of several users
select "id", "type", "created_at", "content", "user_id", "username", "token_id", "token_name", "model_name", "quota", "prompt_tokens", "completion_tokens", "channel_id", "request_time", "is_stream", "source_ip", "request_id", "outcome", "metadata"
  from "logs"
  where ("user_id" in ($1, $2))
  order by "created_at" desc, "id" desc
  limit $3
  offset $4;

-- page, of a user's top-ups
select "id", "type", "created_at", "content", "user_id", "username", "token_id", "token_name", "model_name", "quota", "prompt_tokens", "completion_tokens", "channel_id", "request_time", "is_stream", "source_ip", "request_id", "outcome", "metadata"
  from "logs"
  where ("user_id" in ($1) and "type" = $2 and type <> 2)
  order by "created_at" desc, "id" desc
  limit $3
  offset $4;

-- page, of everyone's top-ups
select "id", "type", "created_at", "content", "user_id", "username", "token_id", "token_name", "model_name", "quota", "prompt_tokens", "completion_tokens", "channel_id", "request_time", "is_stream", "source_ip", "request_id", "outcome", "metadata"
  from "logs"
  where ("type" = $1 and type <> 2)
  order by "created_at" desc, "id" desc
  limit $2
  offset $3;

-- page, of consumption
select "id", "type", "created_at", "content", "user_id", "username", "token_id", "token_name", "model_name", "quota", "prompt_tokens", "completion_tokens", "channel_id", "request_time", "is_stream", "source_ip", "request_id", "outcome", "metadata"
  from "logs"
  where ("type" = $1)
  order by "created_at" desc, "id" desc
  limit $2
  offset $3;

-- page, of a model
select "id", "type", "created_at", "content", "user_id", "username", "token_id", "token_name", "model_name", "quota", "prompt_tokens", "completion_tokens", "channel_id", "request_time", "is_stream", "source_ip", "request_id", "outcome", "metadata"
  from "logs"
  where ("model_name" = $1)
  order by "created_at" desc, "id" desc
  limit $2
  offset $3;

-- page, of a channel
select "id", "type", "created_at", "content", "user_id", "username", "token_id", "token_name", "model_name", "quota", "prompt_tokens", "completion_tokens", "channel_id", "request_time", "is_stream", "source_ip", "request_id", "outcome", "metadata"
  from "logs"
  where ("channel_id" = $1)
  order by "created_at" desc, "id" desc
  limit $2
  offset $3;

-- page, of a request
select "id", "type", "created_at", "content", "user_id", "username", "token_id", "token_name", "model_name", "quota", "prompt_tokens", "completion_tokens", "channel_id", "request_time", "is_stream", "source_ip", "request_id", "outcome", "metadata"
  from "logs"
  where (coalesce("user_id", "user_id") in ($1) and "request_id" = $2)
  order by "created_at" desc, "id" desc
  limit $3
  offset $4;

-- page, of a user, a channel and a model
select "created_at"
  from "logs"
  where ("user_id" in ($1))
  order by "created_at" desc, "id" desc
  limit $2
  offset $3;
select "created_at"
  from "logs"
  where ("channel_id" = $1)
  order by "created_at" desc, "id" desc
  limit $2
  offset $3;
select "created_at"
  from "logs"
  where ("model_name" = $1)
  order by "created_at" desc, "id" desc
  limit $2
  offset $3;
select "id", "type", "created_at", "content", "user_id", "username", "token_id", "token_name", "model_name", "quota", "prompt_tokens", "completion_tokens", "channel_id", "request_time", "is_stream", "source_ip", "request_id", "outcome", "metadata"
  from "logs"
  where ("user_id" in ($1) and coalesce("model_name", "model_name") = $2 and coalesce("channel_id", "channel_id") = $3 and created_at >= $4)
  order by "created_at" desc, "id" desc
  limit $5
  offset $6;

-- page, of a keyword
select "created_at"
  from "logs"
  where 1 = 1
  order by "created_at" desc, "id" desc
  limit $1
  offset $2;
select "id", "type", "created_at", "content", "user_id", "username", "token_id", "token_name", "model_name", "quota", "prompt_tokens", "completion_tokens", "channel_id", "request_time", "is_stream", "source_ip", "request_id", "outcome", "metadata"
  from "logs"
  where ((lower("model_name") like lower($1) escape '\' or lower("token_name") like lower($2) escape '\' or lower("content") like lower($3) escape '\') and created_at >= $4)
  order by "created_at" desc, "id" desc
  limit $5
  offset $6;

-- page, of failed calls
select "id", "type", "created_at", "content", "user_id", "username", "token_id", "token_name", "model_name", "quota", "prompt_tokens", "completion_tokens", "channel_id", "request_time", "is_stream", "source_ip", "request_id", "outcome", "metadata"
  from "logs"
  where ("outcome" = $1 and outcome <> 0)
  order by "created_at" desc, "id" desc
  limit $2
  offset $3;

-- page, of a user's rejected calls
select "id", "type", "created_at", "content", "user_id", "username", "token_id", "token_name", "model_name", "quota", "prompt_tokens", "completion_tokens", "channel_id", "request_time", "is_stream", "source_ip", "request_id", "outcome", "metadata"
  from "logs"
  where ("user_id" in ($1) and "outcome" = $2 and outcome <> 0)
  order by "created_at" desc, "id" desc
  limit $3
  offset $4;

-- page, of a channel's failed calls
select "created_at"
  from "logs"
  where ("outcome" = $1 and outcome <> 0)
  order by "created_at" desc, "id" desc
  limit $2
  offset $3;
select "created_at"
  from "logs"
  where ("channel_id" = $1)
  order by "created_at" desc, "id" desc
  limit $2
  offset $3;
select "id", "type", "created_at", "content", "user_id", "username", "token_id", "token_name", "model_name", "quota", "prompt_tokens", "completion_tokens", "channel_id", "request_time", "is_stream", "source_ip", "request_id", "outcome", "metadata"
  from "logs"
  where ("outcome" = $1 and coalesce("channel_id", "channel_id") = $2 and outcome <> 0 and created_at >= $3)
  order by "created_at" desc, "id" desc
  limit $4
  offset $5;

-- page, of calls that succeeded
select "created_at"
  from "logs"
  where 1 = 1
  order by "created_at" desc, "id" desc
  limit $1
  offset $2;
select "id", "type", "created_at", "content", "user_id", "username", "token_id", "token_name", "model_name", "quota", "prompt_tokens", "completion_tokens", "channel_id", "request_time", "is_stream", "source_ip", "request_id", "outcome", "metadata"
  from "logs"
  where ("type" = $1 and coalesce("outcome", "outcome") = $2 and created_at >= $3)
  order by "created_at" desc, "id" desc
  limit $4
  offset $5;

-- page, of names that begin so
select "created_at"
  from "logs"
  where 1 = 1
  order by "created_at" desc, "id" desc
  limit $1
  offset $2;
select "id", "type", "created_at", "content", "user_id", "username", "token_id", "token_name", "model_name", "quota", "prompt_tokens", "completion_tokens", "channel_id", "request_time", "is_stream", "source_ip", "request_id", "outcome", "metadata"
  from "logs"
  where (substr("username", 1, 1) = $1 and substr(coalesce("model_name", "model_name"), 1, 1) = $2 and substr("token_name", 1, 1) = $3 and created_at >= $4)
  order by "created_at" desc, "id" desc
  limit $5
  offset $6;

-- page, of a token and an address
select "created_at"
  from "logs"
  where ("user_id" in ($1))
  order by "created_at" desc, "id" desc
  limit $2
  offset $3;
select "id", "type", "created_at", "content", "user_id", "username", "token_id", "token_name", "model_name", "quota", "prompt_tokens", "completion_tokens", "channel_id", "request_time", "is_stream", "source_ip", "request_id", "outcome", "metadata"
  from "logs"
  where ("user_id" in ($1) and "token_id" = $2 and "token_name" = $3 and "source_ip" = $4 and created_at >= $5)
  order by "created_at" desc, "id" desc
  limit $6
  offset $7;

-- stretch, of everyone
select "created_at", "id"
  from "logs"
  where 1 = 1
  order by "created_at" desc, "id" desc
  limit $1
  offset $2;
select "id", "type", "created_at", "content", "user_id", "username", "token_id", "token_name", "model_name", "quota", "prompt_tokens", "completion_tokens", "channel_id", "request_time", "is_stream", "source_ip", "request_id", "outcome", "metadata"
  from "logs"
  where 1 = 1 and (created_at, id) >= ($1, $2)
  order by "created_at" desc, "id" desc
  limit $3;

-- stretch, of a user, behind a row
select "created_at", "id"
  from "logs"
  where ("user_id" in ($1)) and (created_at, id) < ($2, $3)
  order by "created_at" desc, "id" desc
  limit $4
  offset $5;
select "id", "type", "created_at", "content", "user_id", "username", "token_id", "token_name", "model_name", "quota", "prompt_tokens", "completion_tokens", "channel_id", "request_time", "is_stream", "source_ip", "request_id", "outcome", "metadata"
  from "logs"
  where ("user_id" in ($1) and (lower("model_name") like lower($2) escape '\' or lower("token_name") like lower($3) escape '\' or lower("content") like lower($4) escape '\')) and (created_at, id) < ($5, $6) and (created_at, id) >= ($7, $8)
  order by "created_at" desc, "id" desc
  limit $9;

-- stretch, of failed calls, behind a row
select "created_at", "id"
  from "logs"
  where ("outcome" = $1 and outcome <> 0) and (created_at, id) < ($2, $3)
  order by "created_at" desc, "id" desc
  limit $4
  offset $5;
select "id", "type", "created_at", "content", "user_id", "username", "token_id", "token_name", "model_name", "quota", "prompt_tokens", "completion_tokens", "channel_id", "request_time", "is_stream", "source_ip", "request_id", "outcome", "metadata"
  from "logs"
  where ("outcome" = $1 and outcome <> 0) and (created_at, id) < ($2, $3) and (created_at, id) >= ($4, $5)
  order by "created_at" desc, "id" desc
  limit $6;

-- find, of everyone
select "id", "type", "created_at", "content", "user_id", "username", "token_id", "token_name", "model_name", "quota", "prompt_tokens", "completion_tokens", "channel_id", "request_time", "is_stream", "source_ip", "request_id", "outcome", "metadata"
  from "logs"
  where "id" = $1;

-- find, of a user
select "id", "type", "created_at", "content", "user_id", "username", "token_id", "token_name", "model_name", "quota", "prompt_tokens", "completion_tokens", "channel_id", "request_time", "is_stream", "source_ip", "request_id", "outcome", "metadata"
  from "logs"
  where "id" = $1 and "user_id" = $2;

-- deleteBefore
delete
  from "logs"
  where "id" in (select "id" from "logs" where "created_at" < $1 order by "created_at", "id" limit $2);

-- sums, of everyone
select coalesce(sum(case when channel_id = 0 and metadata like '{"calls":%' then ("metadata"::json ->> 'calls')::bigint else 1 end), 0) as "request_count", coalesce(sum(quota), 0) as "quota", coalesce(sum(prompt_tokens), 0) as "prompt_tokens", coalesce(sum(completion_tokens), 0) as "completion_tokens"
  from "logs"
  where ("type" = $1 and created_at >= $2 and created_at <= $3);

-- sums, of a user
select coalesce(sum(case when channel_id = 0 and metadata like '{"calls":%' then ("metadata"::json ->> 'calls')::bigint else 1 end), 0) as "request_count", coalesce(sum(quota), 0) as "quota", coalesce(sum(prompt_tokens), 0) as "prompt_tokens", coalesce(sum(completion_tokens), 0) as "completion_tokens"
  from "logs"
  where ("user_id" in ($1) and "type" = $2 and created_at >= $3 and created_at <= $4);

-- searchSums, of everyone
select coalesce(sum(case when channel_id = 0 and metadata like '{"calls":%' then ("metadata"::json ->> 'calls')::bigint else 1 end), 0) as "request_count", coalesce(sum(quota), 0) as "quota", coalesce(sum(prompt_tokens), 0) as "prompt_tokens", coalesce(sum(completion_tokens), 0) as "completion_tokens"
  from "logs"
  where ("type" = $1);

-- searchSums, of a user's keyword
select "created_at"
  from "logs"
  where ("user_id" in ($1))
  order by "created_at" desc, "id" desc
  limit $2
  offset $3;
select coalesce(sum(case when channel_id = 0 and metadata like '{"calls":%' then ("metadata"::json ->> 'calls')::bigint else 1 end), 0) as "request_count", coalesce(sum(quota), 0) as "quota", coalesce(sum(prompt_tokens), 0) as "prompt_tokens", coalesce(sum(completion_tokens), 0) as "completion_tokens"
  from "logs"
  where ("user_id" in ($1) and "type" = $2 and (lower("model_name") like lower($3) escape '\' or lower("token_name") like lower($4) escape '\' or lower("content") like lower($5) escape '\') and created_at >= $6);
