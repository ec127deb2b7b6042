-- page, of all
select *
  from "audit_entries"
  order by "id" desc
  limit ?
  offset ?;
select count(*) as "count"
  from (select 1 as "one" from "audit_entries" limit ?) as "found";

-- page, by every field
select *
  from "audit_entries"
  where "created_at" >= ? and "created_at" <= ? and "target_type" = ? and "target_id" = ? and action like ? escape '\' and "actor_name" = ? and (lower("actor_name") like lower(?) escape '\' or lower("action") like lower(?) escape '\' or lower("target_id") like lower(?) escape '\' or lower("detail") like lower(?) escape '\' or lower("source_ip") like lower(?) escape '\')
  order by "id" asc
  limit ?
  offset ?;
select count(*) as "count"
  from (select 1 as "one" from "audit_entries" where "created_at" >= ? and "created_at" <= ? and "target_type" = ? and "target_id" = ? and action like ? escape '\' and "actor_name" = ? and (lower("actor_name") like lower(?) escape '\' or lower("action") like lower(?) escape '\' or lower("target_id") like lower(?) escape '\' or lower("detail") like lower(?) escape '\' or lower("source_ip") like lower(?) escape '\') limit ?) as "found";

-- page, by an actor's id
select *
  from "audit_entries"
  where ("actor_id" = ? or "actor_name" = ?)
  order by "id" desc
  limit ?
  offset ?;
select count(*) as "count"
  from (select 1 as "one" from "audit_entries" where ("actor_id" = ? or "actor_name" = ?) limit ?) as "found";

-- pageConcerning, a user
select *
  from "audit_entries"
  where ("actor_id" = ? or ("target_type" = ? and "target_id" = ?))
  order by "id" desc
  limit ?
  offset ?;
select count(*) as "count"
  from (select 1 as "one" from "audit_entries" where ("actor_id" = ? or ("target_type" = ? and "target_id" = ?)) limit ?) as "found";

-- pageConcerning, a user, by keyword
select *
  from "audit_entries"
  where ("actor_id" = ? or ("target_type" = ? and "target_id" = ?)) and (lower("action") like lower(?) escape '\' or lower("detail") like lower(?) escape '\')
  order by "id" desc
  limit ?
  offset ?;
select count(*) as "count"
  from (select 1 as "one" from "audit_entries" where ("actor_id" = ? or ("target_type" = ? and "target_id" = ?)) and (lower("action") like lower(?) escape '\' or lower("detail") like lower(?) escape '\') limit ?) as "found";

-- insertAuditEntries
insert into "audit_entries" ("created_at", "actor_id", "actor_name", "action", "target_type", "target_id", "detail", "source_ip")
  values (?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?);
