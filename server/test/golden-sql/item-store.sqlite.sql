-- keepItems
insert into translated_item_groups (user_id, created_at, id_time, items, bytes, ids, content_encrypted)
  values (?, ?, ?, ?, ?, ?, ?);
insert into translated_items (user_id, id, created_at, bytes, content_encrypted)
  values (?, ?, ?, ?, ?)
  on conflict (user_id, id) do update
  set created_at = excluded.created_at, bytes = excluded.bytes, content_encrypted = excluded.content_encrypted;
select coalesce(sum(1), 0) as rows, coalesce(sum(bytes), 0) as bytes
  from translated_items
  where user_id = ?;
delete
  from translated_items
  where user_id = ? and (created_at, id) <= (?, ?);
select coalesce(sum(items), 0) as rows, coalesce(sum(bytes), 0) as bytes
  from translated_item_groups
  where user_id = ?;
delete
  from translated_item_groups
  where user_id = ? and (created_at, id) <= (?, ?);
