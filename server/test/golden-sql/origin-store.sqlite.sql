-- keepOrigins
insert into response_makers (id, user_id, channel_id, key_index, created_at, tokens)
  values (?, ?, ?, ?, ?, ?)
  on conflict (id) do update
  set user_id = excluded.user_id, channel_id = excluded.channel_id, key_index = excluded.key_index, created_at = excluded.created_at, tokens = case when excluded.tokens > 0 then excluded.tokens else response_makers.tokens end
  where excluded.created_at >= response_makers.created_at;
