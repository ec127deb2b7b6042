-- findAll
select *
  from "response_makers"
  where "id" in (?, ?);

-- deleteBefore
delete
  from "response_makers"
  where "id" in (select "id" from "response_makers" where "created_at" < ? order by "created_at" limit ?);
