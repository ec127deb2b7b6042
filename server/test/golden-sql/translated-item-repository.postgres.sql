-- listByTime
select "id", "ids"
  from "translated_items"
  where "user_id" = $1 and "created_at" in ($2, $3) and "by_id" = 0
  order by "id";

-- findRows
select *
  from "translated_items"
  where "user_id" = $1 and "id" in ($2, $3);

-- findById
select *
  from "translated_items"
  where "user_id" = $1 and "ids" in ($2, $3) and "by_id" = 1 and "created_at" >= $4
  order by "id";

-- deleteBefore
delete
  from "translated_items"
  where "id" in (select "id" from "translated_items" where "created_at" < $1 order by "created_at" limit $2);

-- deleteOldest
delete
  from "translated_items"
  where "id" in (select "id" from "translated_items" order by "created_at" limit $1);

-- totalBytes
select sum("bytes") as "total"
  from "translated_items";
