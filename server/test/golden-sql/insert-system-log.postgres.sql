-- insertSystemLog
insert into "logs" ("created_at", "content", "user_id", "username", "token_id", "token_name", "model_name", "quota", "prompt_tokens", "completion_tokens", "channel_id", "request_time", "is_stream", "source_ip", "request_id", "outcome", "metadata", "type")
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18);
