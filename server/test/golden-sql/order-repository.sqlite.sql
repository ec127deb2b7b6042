-- page, of all
select "orders".*, coalesce("users"."username", '') as "username", coalesce("payment_gateways"."name", '') as "gateway_name", coalesce("payment_gateways"."type", '') as "gateway_type"
  from "orders"
  left join "users" on "users"."id" = "orders"."user_id"
  left join "payment_gateways" on "payment_gateways"."id" = "orders"."gateway_id"
  where 1 = 1
  order by "orders"."created_at" desc, "orders"."id" desc
  limit ?
  offset ?;
select count(*) as "count"
  from "orders"
  where 1 = 1;

-- page, by every field
select "orders".*, coalesce("users"."username", '') as "username", coalesce("payment_gateways"."name", '') as "gateway_name", coalesce("payment_gateways"."type", '') as "gateway_type"
  from "orders"
  left join "users" on "users"."id" = "orders"."user_id"
  left join "payment_gateways" on "payment_gateways"."id" = "orders"."gateway_id"
  where orders.user_id = ? and orders.gateway_id = ? and orders.trade_no = ? and orders.gateway_no = ? and orders.status = ? and orders.problem = ? and orders.created_at >= ? and orders.created_at <= ?
  order by "orders"."created_at" desc, "orders"."id" desc
  limit ?
  offset ?;
select count(*) as "count"
  from "orders"
  where orders.user_id = ? and orders.gateway_id = ? and orders.trade_no = ? and orders.gateway_no = ? and orders.status = ? and orders.problem = ? and orders.created_at >= ? and orders.created_at <= ?;

-- page, with any problem
select "orders".*, coalesce("users"."username", '') as "username", coalesce("payment_gateways"."name", '') as "gateway_name", coalesce("payment_gateways"."type", '') as "gateway_type"
  from "orders"
  left join "users" on "users"."id" = "orders"."user_id"
  left join "payment_gateways" on "payment_gateways"."id" = "orders"."gateway_id"
  where orders.problem <> ''
  order by "orders"."created_at" desc, "orders"."id" desc
  limit ?
  offset ?;
select count(*) as "count"
  from "orders"
  where orders.problem <> '';

-- findNamed
select "orders".*, coalesce("users"."username", '') as "username", coalesce("payment_gateways"."name", '') as "gateway_name", coalesce("payment_gateways"."type", '') as "gateway_type"
  from "orders"
  left join "users" on "users"."id" = "orders"."user_id"
  left join "payment_gateways" on "payment_gateways"."id" = "orders"."gateway_id"
  where "orders"."id" = ?;

-- findNamedByTradeNo
select "orders".*, coalesce("users"."username", '') as "username", coalesce("payment_gateways"."name", '') as "gateway_name", coalesce("payment_gateways"."type", '') as "gateway_type"
  from "orders"
  left join "users" on "users"."id" = "orders"."user_id"
  left join "payment_gateways" on "payment_gateways"."id" = "orders"."gateway_id"
  where "orders"."trade_no" = ?;

-- find
select *
  from "orders"
  where "id" = ?;

-- findByTradeNo
select *
  from "orders"
  where "trade_no" = ?;

-- findPaidBy
select "orders".*
  from "order_settlements"
  inner join "orders" on "orders"."id" = "order_settlements"."order_id"
  where "order_settlements"."gateway_id" = ? and "order_settlements"."kind" = ? and "order_settlements"."gateway_no" = ?;

-- pendingOf
select count(*) as "count"
  from "orders"
  where "user_id" = ? and "status" = ?;

-- stale
select *
  from "orders"
  where "status" = ? and "expires_at" < ? and "id" > ?
  order by "id"
  limit ?;

-- insert
insert into "orders" ("trade_no", "user_id", "gateway_id", "gateway_no", "reference", "amount", "quota", "order_amount", "order_currency", "fee", "discount", "status", "problem", "late", "refunded_amount", "refunded_quota", "checkout", "created_at", "expires_at", "paid_at")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict ("trade_no") do nothing
  returning *;

-- setCheckout
update "orders"
  set "checkout" = ?, "reference" = ?
  where "id" = ?;

-- markPaid
update "orders"
  set "status" = ?, "gateway_no" = ?, "paid_at" = ?, "late" = case when "status" = ? then 0 else 1 end
  where "id" = ? and "paid_at" = ?;

-- end
update "orders"
  set "status" = ?
  where "id" = ? and "status" = ?;

-- setProblem
update "orders"
  set "problem" = ?
  where "id" = ? and "problem" != ?;

-- addRefund
update "orders"
  set "refunded_amount" = "refunded_amount" + ?, "refunded_quota" = "refunded_quota" + ?
  where "id" = ? and "refunded_amount" = ? and "order_amount" >= ?;

-- removeRefund
update "orders"
  set "refunded_amount" = "refunded_amount" - ?, "refunded_quota" = "refunded_quota" - ?
  where "id" = ?;

-- claimed
select coalesce(sum(case when kind in ('refund', 'dispute') then amount else -amount end), 0) as "sum"
  from "order_settlements"
  where "order_id" = ? and "kind" in (?, ?, ?, ?);

-- findSettlement
select *
  from "order_settlements"
  where "gateway_id" = ? and "kind" = ? and "gateway_no" = ?;

-- insertSettlement
insert into "order_settlements" ("gateway_id", "kind", "gateway_no", "order_id", "amount", "quota", "created_at")
  values (?, ?, ?, ?, ?, ?, ?)
  on conflict ("gateway_id", "kind", "gateway_no") do nothing;

-- deleteSettlement
delete
  from "order_settlements"
  where "gateway_id" = ? and "kind" = ? and "gateway_no" = ?;

-- openRefund
select *
  from "order_settlements"
  where "order_id" = ? and "kind" = ?;

-- openRefunds
select *
  from "order_settlements"
  where "kind" = ? and "created_at" < ? and "order_id" > ?
  order by "order_id"
  limit ?;

-- lock
update "orders"
  set "late" = "late"
  where "id" = ?
  returning *;

-- insertEvent
insert into "order_events" ("order_id", "gateway_id", "created_at", "kind", "detail")
  values (?, ?, ?, ?, ?);

-- events
select *
  from "order_events"
  where "order_id" = ?
  order by "id"
  limit ?;

-- deleteStrayEvents
delete
  from "order_events"
  where "order_id" = ? and "created_at" < ?;

-- paidSince
select "order_currency", count(*) as "orders", sum(order_amount - refunded_amount) as "amount", sum(quota - refunded_quota) as "quota"
  from "orders"
  where "paid_at" >= ?
  group by "order_currency"
  order by "order_currency";

-- problems
select count(*) as "count"
  from "orders"
  where "problem" != ?;

-- uncollectedOf
select "uncollected"
  from "users"
  where "id" = ?;

-- uncollected
select coalesce(sum("uncollected"), 0) as "quota", count(*) as "users"
  from "users"
  where "uncollected" > ?;
