-- keepItems
insert into translated_items (user_id, created_at, by_id, items, bytes, ids, content_encrypted)
  values (?, ?, ?, ?, ?, ?, ?);
select coalesce(sum(items), 0) as rows, coalesce(sum(bytes), 0) as bytes
  from translated_items
  where user_id = ?;
delete
  from translated_items
  where user_id = ? and (created_at, id) <= (?, ?);
