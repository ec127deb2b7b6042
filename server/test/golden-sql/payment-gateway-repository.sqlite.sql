-- page, of all
select *
  from "payment_gateways"
  where "deleted_time" = ?
  order by "created_at" desc, "id" desc
  limit ?
  offset ?;
select count(*) as "count"
  from "payment_gateways"
  where "deleted_time" = ?;

-- page, by every field
select *
  from "payment_gateways"
  where "deleted_time" = ? and "type" = ? and lower("name") like lower(?) escape '\' and "uuid" = ? and "currency" = ?
  order by "created_at" desc, "id" desc
  limit ?
  offset ?;
select count(*) as "count"
  from "payment_gateways"
  where "deleted_time" = ? and "type" = ? and lower("name") like lower(?) escape '\' and "uuid" = ? and "currency" = ?;

-- enabled
select *
  from "payment_gateways"
  where "deleted_time" = ? and "enable" = ?
  order by "sort" desc, "id";

-- find
select *
  from "payment_gateways"
  where "deleted_time" = ? and "id" = ?;

-- findAny
select *
  from "payment_gateways"
  where "id" = ?;

-- findByUuid
select *
  from "payment_gateways"
  where "uuid" = ?;

-- insert
insert into "payment_gateways" ("uuid", "type", "name", "icon", "notify_domain", "fixed_fee", "percent_fee", "currency", "exchange_rate", "config_encrypted", "sort", "enable", "created_at", "deleted_time")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  returning *;

-- update
update "payment_gateways"
  set "enable" = ?
  where "id" = ? and ("config_encrypted" = ? and "notify_domain" = ? and "enable" = ? and "currency" = ? and "exchange_rate" = ?) and "deleted_time" = ?
  returning *;
