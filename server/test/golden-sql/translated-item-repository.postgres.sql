-- findAll
select *
  from "translated_items"
  where "user_id" = $1 and "id" in ($2, $3) and +created_at >= $4;

-- listGroups
select "id", "ids"
  from "translated_item_groups"
  where "user_id" = $1 and "id_time" in ($2, $3) and +created_at >= $4;

-- findGroups
select *
  from "translated_item_groups"
  where "id" in ($1, $2);

-- deleteBefore
delete
  from "translated_items"
  where (user_id, id) in ( select user_id, id from "translated_items" where created_at < $1 order by created_at limit $2 );
delete
  from "translated_item_groups"
  where (id) in ( select id from "translated_item_groups" where created_at < $1 order by created_at limit $2 );

-- deleteOldest
delete
  from "translated_items"
  where (user_id, id) in ( select user_id, id from "translated_items" order by created_at limit $1 );
delete
  from "translated_item_groups"
  where (id) in ( select id from "translated_item_groups" order by created_at limit $1 );

-- totalBytes
select sum("bytes") as "total"
  from "translated_items";
