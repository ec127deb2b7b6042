-- keepItems
insert into translated_items (user_id, id, created_at, bytes, content_encrypted)
  values (?, ?, ?, ?, ?)
  on conflict (user_id, id) do update
  set created_at = excluded.created_at, bytes = excluded.bytes, content_encrypted = excluded.content_encrypted;
select count(*) as rows, coalesce(sum(bytes), 0) as bytes
  from translated_items
  where user_id = ?;
delete
  from translated_items
  where user_id = ? and (created_at, id) <= (?, ?);
