-- page, of all
select "orders".*, coalesce("users"."username", '') as "username", coalesce("payment_gateways"."name", '') as "gateway_name", coalesce("payment_gateways"."type", '') as "gateway_type"
  from "orders"
  left join "users" on "users"."id" = "orders"."user_id"
  left join "payment_gateways" on "payment_gateways"."id" = "orders"."gateway_id"
  where 1 = 1
  order by "orders"."created_at" desc, "orders"."id" desc
  limit $1
  offset $2;
select count(*) as "count"
  from "orders"
  where 1 = 1;

-- page, by every field
select "orders".*, coalesce("users"."username", '') as "username", coalesce("payment_gateways"."name", '') as "gateway_name", coalesce("payment_gateways"."type", '') as "gateway_type"
  from "orders"
  left join "users" on "users"."id" = "orders"."user_id"
  left join "payment_gateways" on "payment_gateways"."id" = "orders"."gateway_id"
  where orders.user_id = $1 and orders.gateway_id = $2 and orders.trade_no = $3 and orders.gateway_no = $4 and orders.status = $5 and orders.problem = $6 and orders.created_at >= $7 and orders.created_at <= $8
  order by "orders"."created_at" desc, "orders"."id" desc
  limit $9
  offset $10;
select count(*) as "count"
  from "orders"
  where orders.user_id = $1 and orders.gateway_id = $2 and orders.trade_no = $3 and orders.gateway_no = $4 and orders.status = $5 and orders.problem = $6 and orders.created_at >= $7 and orders.created_at <= $8;

-- page, with any problem
select "orders".*, coalesce("users"."username", '') as "username", coalesce("payment_gateways"."name", '') as "gateway_name", coalesce("payment_gateways"."type", '') as "gateway_type"
  from "orders"
  left join "users" on "users"."id" = "orders"."user_id"
  left join "payment_gateways" on "payment_gateways"."id" = "orders"."gateway_id"
  where orders.problem <> ''
  order by "orders"."created_at" desc, "orders"."id" desc
  limit $1
  offset $2;
select count(*) as "count"
  from "orders"
  where orders.problem <> '';

-- findNamed
select "orders".*, coalesce("users"."username", '') as "username", coalesce("payment_gateways"."name", '') as "gateway_name", coalesce("payment_gateways"."type", '') as "gateway_type"
  from "orders"
  left join "users" on "users"."id" = "orders"."user_id"
  left join "payment_gateways" on "payment_gateways"."id" = "orders"."gateway_id"
  where "orders"."id" = $1;

-- findNamedByTradeNo
select "orders".*, coalesce("users"."username", '') as "username", coalesce("payment_gateways"."name", '') as "gateway_name", coalesce("payment_gateways"."type", '') as "gateway_type"
  from "orders"
  left join "users" on "users"."id" = "orders"."user_id"
  left join "payment_gateways" on "payment_gateways"."id" = "orders"."gateway_id"
  where "orders"."trade_no" = $1;

-- find
select *
  from "orders"
  where "id" = $1;

-- findByTradeNo
select *
  from "orders"
  where "trade_no" = $1;

-- findPaidBy
select "orders".*
  from "order_settlements"
  inner join "orders" on "orders"."id" = "order_settlements"."order_id"
  where "order_settlements"."gateway_id" = $1 and "order_settlements"."kind" = $2 and "order_settlements"."gateway_no" = $3;

-- pendingOf
select count(*) as "count"
  from "orders"
  where "user_id" = $1 and "status" = $2;

-- stale
select *
  from "orders"
  where "status" = $1 and "expires_at" < $2 and "id" > $3
  order by "id"
  limit $4;

-- insert
insert into "orders" ("trade_no", "user_id", "gateway_id", "gateway_no", "reference", "amount", "quota", "order_amount", "order_currency", "fee", "discount", "status", "problem", "late", "refunded_amount", "refunded_quota", "checkout", "created_at", "expires_at", "paid_at")
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)
  on conflict ("trade_no") do nothing
  returning *;

-- setCheckout
update "orders"
  set "checkout" = $1, "reference" = $2
  where "id" = $3;

-- markPaid
update "orders"
  set "status" = $1, "gateway_no" = $2, "paid_at" = $3, "late" = case when "status" = $4 then 0 else 1 end
  where "id" = $5 and "paid_at" = $6;

-- end
update "orders"
  set "status" = $1
  where "id" = $2 and "status" = $3;

-- setProblem
update "orders"
  set "problem" = $1
  where "id" = $2 and "problem" != $3;

-- addRefund
update "orders"
  set "refunded_amount" = "refunded_amount" + $1, "refunded_quota" = "refunded_quota" + $2
  where "id" = $3 and "refunded_amount" = $4 and "order_amount" >= $5;

-- removeRefund
update "orders"
  set "refunded_amount" = "refunded_amount" - $1, "refunded_quota" = "refunded_quota" - $2
  where "id" = $3;

-- claimed
select coalesce(sum(case when kind in ('refund', 'dispute') then amount else -amount end), 0) as "sum"
  from "order_settlements"
  where "order_id" = $1 and "kind" in ($2, $3, $4, $5);

-- findSettlement
select *
  from "order_settlements"
  where "gateway_id" = $1 and "kind" = $2 and "gateway_no" = $3;

-- insertSettlement
insert into "order_settlements" ("gateway_id", "kind", "gateway_no", "order_id", "amount", "quota", "created_at")
  values ($1, $2, $3, $4, $5, $6, $7)
  on conflict ("gateway_id", "kind", "gateway_no") do nothing;

-- deleteSettlement
delete
  from "order_settlements"
  where "gateway_id" = $1 and "kind" = $2 and "gateway_no" = $3;

-- openRefund
select *
  from "order_settlements"
  where "order_id" = $1 and "kind" = $2;

-- openRefunds
select *
  from "order_settlements"
  where "kind" = $1 and "created_at" < $2 and "order_id" > $3
  order by "order_id"
  limit $4;

-- lock
update "orders"
  set "late" = "late"
  where "id" = $1
  returning *;

-- insertEvent
insert into "order_events" ("order_id", "gateway_id", "created_at", "kind", "detail")
  values ($1, $2, $3, $4, $5);

-- events
select *
  from "order_events"
  where "order_id" = $1
  order by "id"
  limit $2;

-- deleteStrayEvents
delete
  from "order_events"
  where "order_id" = $1 and "created_at" < $2;

-- paidSince
select "order_currency", count(*) as "orders", sum(order_amount - refunded_amount) as "amount", sum(quota - refunded_quota) as "quota"
  from "orders"
  where "paid_at" >= $1
  group by "order_currency"
  order by "order_currency";

-- problems
select count(*) as "count"
  from "orders"
  where "problem" != $1;

-- uncollectedOf
select "uncollected"
  from "users"
  where "id" = $1;

-- uncollected
select coalesce(sum("uncollected"), 0) as "quota", count(*) as "users"
  from "users"
  where "uncollected" > $1;
