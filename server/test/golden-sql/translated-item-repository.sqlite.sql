-- findAll
select *
  from "translated_items"
  where "user_id" = ? and "id" in (?, ?) and +created_at >= ?;

-- listGroups
select "id", "ids"
  from "translated_item_groups"
  where "user_id" = ? and "id_time" in (?, ?) and +created_at >= ?;

-- findGroups
select *
  from "translated_item_groups"
  where "id" in (?, ?);

-- deleteBefore
delete
  from "translated_items"
  where (user_id, id) in ( select user_id, id from "translated_items" where created_at < ? order by created_at limit ? );
delete
  from "translated_item_groups"
  where (id) in ( select id from "translated_item_groups" where created_at < ? order by created_at limit ? );

-- deleteOldest
delete
  from "translated_items"
  where (user_id, id) in ( select user_id, id from "translated_items" order by created_at limit ? );
delete
  from "translated_item_groups"
  where (id) in ( select id from "translated_item_groups" order by created_at limit ? );

-- totalBytes
select sum("bytes") as "total"
  from "translated_items";
