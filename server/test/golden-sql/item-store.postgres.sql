-- keepItems
insert into translated_items (user_id, id, created_at, bytes, content_encrypted)
  select user_id, id, created_at, bytes, content_encrypted
  from json_to_recordset($1) as r (user_id bigint, id text, created_at bigint, bytes integer, content_encrypted text)
  order by user_id, id
  on conflict (user_id, id) do update
  set created_at = excluded.created_at, bytes = excluded.bytes, content_encrypted = excluded.content_encrypted;
delete
  from translated_items
  where user_id = $1 and id in ( select id from ( select id, row_number() over newest as place, sum(bytes) over newest as total from translated_items where user_id = $1 window newest as (order by created_at desc, id desc rows unbounded preceding) ) as own where place > $2 or total > $3 );
