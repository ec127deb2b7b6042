-- registrations
select "created_time" - "created_time" % 900 as "start", coalesce(sum(case when inviter_id = 0 then 1 else 0 end), 0) as "direct", coalesce(sum(case when inviter_id <> 0 then 1 else 0 end), 0) as "invited"
  from "users"
  where "created_time" >= ? and "created_time" < ?
  group by "created_time" - "created_time" % 900;

-- redemptions
select "redeemed_time" - "redeemed_time" % 900 as "start", count(*) as "codes", coalesce(sum("quota"), 0) as "quota"
  from "redemptions"
  where "redeemed_time" >= ? and "redeemed_time" < ?
  group by "redeemed_time" - "redeemed_time" % 900;

-- redeemers
select count(distinct used_user_id) as "users"
  from "redemptions"
  where "redeemed_time" >= ? and "redeemed_time" < ?;

-- orders
select "paid_at" - "paid_at" % 900 as "start", "orders"."gateway_id", "payment_gateways"."name" as "gateway_name", "orders"."order_currency" as "currency", count(*) as "orders", coalesce(sum("orders"."order_amount"), 0) as "amount", coalesce(sum("orders"."refunded_amount"), 0) as "refunded", coalesce(sum("orders"."quota"), 0) as "quota"
  from "orders"
  left join "payment_gateways" on "payment_gateways"."id" = "orders"."gateway_id"
  where "orders"."paid_at" >= ? and "orders"."paid_at" < ?
  group by "paid_at" - "paid_at" % 900, "orders"."gateway_id", "payment_gateways"."name", "orders"."order_currency";

-- users
select coalesce(sum("used_quota"), 0) as "spent", coalesce(sum(case when deleted_time = 0 then quota else 0 end), 0) as "balance", coalesce(sum(case when deleted_time = 0 then 1 else 0 end), 0) as "total", coalesce(sum(case when deleted_time = 0 and inviter_id <> 0 then 1 else 0 end), 0) as "invited"
  from "users";

-- channels
select coalesce(sum(case when status = 1 then 1 else 0 end), 0) as "enabled", coalesce(sum(case when status = 2 then 1 else 0 end), 0) as "disabled", coalesce(sum(case when status = 3 then 1 else 0 end), 0) as "disabled_automatically"
  from "channels"
  where "deleted_time" = ?;

-- codes
select count(*) as "issued", coalesce(sum("quota"), 0) as "issued_quota", coalesce(sum(case when redeemed_time <> 0 then 1 else 0 end), 0) as "redeemed", coalesce(sum(case when redeemed_time <> 0 then quota else 0 end), 0) as "redeemed_quota"
  from "redemptions"
  where ("deleted_time" = ? or "redeemed_time" <> ?);

-- paid
select "order_currency" as "currency", count(*) as "orders", sum(order_amount - refunded_amount) as "amount", sum(quota - refunded_quota) as "quota"
  from "orders"
  where "paid_at" > ?
  group by "order_currency"
  order by "order_currency";
