-- page, of all
select *
  from "audit_entries"
  order by "id" desc
  limit $1
  offset $2;
select count(*) as "count"
  from (select 1 as "one" from "audit_entries" limit $1) as "found";

-- page, by every field
select *
  from "audit_entries"
  where "created_at" >= $1 and "created_at" <= $2 and "target_type" = $3 and "target_id" = $4 and action like $5 escape '\' and "actor_name" = $6 and (lower("actor_name") like lower($7) escape '\' or lower("action") like lower($8) escape '\' or lower("target_id") like lower($9) escape '\' or lower("detail") like lower($10) escape '\' or lower("source_ip") like lower($11) escape '\')
  order by "id" asc
  limit $12
  offset $13;
select count(*) as "count"
  from (select 1 as "one" from "audit_entries" where "created_at" >= $1 and "created_at" <= $2 and "target_type" = $3 and "target_id" = $4 and action like $5 escape '\' and "actor_name" = $6 and (lower("actor_name") like lower($7) escape '\' or lower("action") like lower($8) escape '\' or lower("target_id") like lower($9) escape '\' or lower("detail") like lower($10) escape '\' or lower("source_ip") like lower($11) escape '\') limit $12) as "found";

-- page, by an actor's id
select *
  from "audit_entries"
  where ("actor_id" = $1 or "actor_name" = $2)
  order by "id" desc
  limit $3
  offset $4;
select count(*) as "count"
  from (select 1 as "one" from "audit_entries" where ("actor_id" = $1 or "actor_name" = $2) limit $3) as "found";

-- pageConcerning, a user
select *
  from "audit_entries"
  where ("actor_id" = $1 or ("target_type" = $2 and "target_id" = $3))
  order by "id" desc
  limit $4
  offset $5;
select count(*) as "count"
  from (select 1 as "one" from "audit_entries" where ("actor_id" = $1 or ("target_type" = $2 and "target_id" = $3)) limit $4) as "found";

-- pageConcerning, a user, by keyword
select *
  from "audit_entries"
  where ("actor_id" = $1 or ("target_type" = $2 and "target_id" = $3)) and (lower("action") like lower($4) escape '\' or lower("detail") like lower($5) escape '\')
  order by "id" desc
  limit $6
  offset $7;
select count(*) as "count"
  from (select 1 as "one" from "audit_entries" where ("actor_id" = $1 or ("target_type" = $2 and "target_id" = $3)) and (lower("action") like lower($4) escape '\' or lower("detail") like lower($5) escape '\') limit $6) as "found";

-- insertAuditEntries
insert into "audit_entries" ("created_at", "actor_id", "actor_name", "action", "target_type", "target_id", "detail", "source_ip")
  values ($1, $2, $3, $4, $5, $6, $7, $8), ($9, $10, $11, $12, $13, $14, $15, $16);
