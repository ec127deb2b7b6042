-- insertSystemLog
insert into "logs" ("created_at", "content", "user_id", "username", "token_id", "token_name", "model_name", "quota", "prompt_tokens", "completion_tokens", "channel_id", "request_time", "is_stream", "source_ip", "request_id", "outcome", "metadata", "type")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
