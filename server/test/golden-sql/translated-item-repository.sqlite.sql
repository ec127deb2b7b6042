-- findAll
select *
  from "translated_items"
  where "user_id" = ? and "id" in (?, ?) and "created_at" >= ?;

-- deleteBefore
delete
  from "translated_items"
  where ("user_id", "id") in (select "user_id", "id" from "translated_items" where "created_at" < ? order by "created_at" limit ?);

-- deleteOldest
delete
  from "translated_items"
  where ("user_id", "id") in (select "user_id", "id" from "translated_items" order by "created_at" limit ?);

-- totalBytes
select sum("bytes") as "total"
  from "translated_items";
