-- keepItems
begin;
insert into translated_items (user_id, id, created_at, bytes, content_encrypted)
  select user_id, id, created_at, bytes, content_encrypted
  from json_to_recordset($1) as r (user_id bigint, id text, created_at bigint, bytes integer, content_encrypted text)
  order by user_id, id
  on conflict (user_id, id) do update
  set created_at = excluded.created_at, bytes = excluded.bytes, content_encrypted = excluded.content_encrypted;
insert into translated_item_groups (user_id, created_at, id_time, items, bytes, ids, content_encrypted)
  select user_id, created_at, id_time, items, bytes, ids, content_encrypted
  from json_to_recordset($1) as r (user_id bigint, created_at bigint, id_time bigint, items integer, bytes integer, ids text, content_encrypted text);
delete
  from translated_items
  where user_id = $1 and id in ( select id from ( select id, sum(1) over newest as total_items, sum(bytes) over newest as total from translated_items where user_id = $1 window newest as (order by created_at desc, id desc rows unbounded preceding) ) as own where total_items > $2 or total > $3 );
delete
  from translated_item_groups
  where user_id = $1 and id in ( select id from ( select id, sum(items) over newest as total_items, sum(bytes) over newest as total from translated_item_groups where user_id = $1 window newest as (order by created_at desc, id desc rows unbounded preceding) ) as own where total_items > $2 or total > $3 );
commit;
