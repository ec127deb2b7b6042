-- keepItems
insert into translated_items (user_id, id, created_at, bytes, content_encrypted)
  values (?, ?, ?, ?, ?)
  on conflict (user_id, id) do update
  set created_at = excluded.created_at, bytes = excluded.bytes, content_encrypted = excluded.content_encrypted;
delete
  from translated_items
  where user_id = ? and id in ( select id from ( select id, row_number() over newest as place, sum(bytes) over newest as total from translated_items where user_id = ? window newest as (order by created_at desc, id desc rows unbounded preceding) ) as own where place > ? or total > ? );
