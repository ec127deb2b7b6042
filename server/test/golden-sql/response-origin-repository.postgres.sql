-- findAll
select *
  from "response_makers"
  where "id" in ($1, $2);

-- deleteBefore
delete
  from "response_makers"
  where "id" in (select "id" from "response_makers" where "created_at" < $1 order by "created_at" limit $2);
