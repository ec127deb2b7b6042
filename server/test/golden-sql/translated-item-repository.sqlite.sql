-- listByTime
select "id", "ids"
  from "translated_items"
  where "user_id" = ? and "created_at" in (?, ?) and "by_id" = 0
  order by "id";

-- findRows
select *
  from "translated_items"
  where "user_id" = ? and "id" in (?, ?);

-- findById
select *
  from "translated_items"
  where "user_id" = ? and "ids" in (?, ?) and "by_id" = 1 and "created_at" >= ?
  order by "id";

-- deleteBefore
delete
  from "translated_items"
  where "id" in (select "id" from "translated_items" where "created_at" < ? order by "created_at" limit ?);

-- deleteOldest
delete
  from "translated_items"
  where "id" in (select "id" from "translated_items" order by "created_at" limit ?);

-- totalBytes
select sum("bytes") as "total"
  from "translated_items";
