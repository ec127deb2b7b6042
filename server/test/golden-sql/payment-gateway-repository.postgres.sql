-- page, of all
select *
  from "payment_gateways"
  where "deleted_time" = $1
  order by "created_at" desc, "id" desc
  limit $2
  offset $3;
select count(*) as "count"
  from "payment_gateways"
  where "deleted_time" = $1;

-- page, by every field
select *
  from "payment_gateways"
  where "deleted_time" = $1 and "type" = $2 and lower("name") like lower($3) escape '\' and "uuid" = $4 and "currency" = $5
  order by "created_at" desc, "id" desc
  limit $6
  offset $7;
select count(*) as "count"
  from "payment_gateways"
  where "deleted_time" = $1 and "type" = $2 and lower("name") like lower($3) escape '\' and "uuid" = $4 and "currency" = $5;

-- enabled
select *
  from "payment_gateways"
  where "deleted_time" = $1 and "enable" = $2
  order by "sort" desc, "id";

-- find
select *
  from "payment_gateways"
  where "deleted_time" = $1 and "id" = $2;

-- findAny
select *
  from "payment_gateways"
  where "id" = $1;

-- findByUuid
select *
  from "payment_gateways"
  where "uuid" = $1;

-- insert
insert into "payment_gateways" ("uuid", "type", "name", "icon", "notify_domain", "fixed_fee", "percent_fee", "currency", "exchange_rate", "config_encrypted", "sort", "enable", "created_at", "deleted_time")
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
  returning *;

-- update
update "payment_gateways"
  set "enable" = $1
  where "id" = $2 and ("config_encrypted" = $3 and "notify_domain" = $4 and "enable" = $5 and "currency" = $6 and "exchange_rate" = $7) and "deleted_time" = $8
  returning *;
