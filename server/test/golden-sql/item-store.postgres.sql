-- keepItems
insert into translated_items (user_id, created_at, by_id, items, bytes, ids, content_encrypted)
  select user_id, created_at, by_id, items, bytes, ids, content_encrypted
  from json_to_recordset($1) as r (place integer, user_id bigint, created_at bigint, by_id integer, items integer, bytes integer, ids text, content_encrypted text)
  order by place;
delete
  from translated_items
  where user_id = $1 and id in ( select id from ( select id, sum(items) over newest as total_items, sum(bytes) over newest as total from translated_items where user_id = $1 window newest as (order by created_at desc, id desc rows unbounded preceding) ) as own where total_items > $2 or total > $3 );
