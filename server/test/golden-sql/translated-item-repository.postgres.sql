-- findAll
select *
  from "translated_items"
  where "user_id" = $1 and "id" in ($2, $3) and "created_at" >= $4;

-- deleteBefore
delete
  from "translated_items"
  where ("user_id", "id") in (select "user_id", "id" from "translated_items" where "created_at" < $1 order by "created_at" limit $2);

-- deleteOldest
delete
  from "translated_items"
  where ("user_id", "id") in (select "user_id", "id" from "translated_items" order by "created_at" limit $1);

-- totalBytes
select sum("bytes") as "total"
  from "translated_items";
