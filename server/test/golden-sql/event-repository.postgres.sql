-- lastOrderEvent
select coalesce(max("id"), 0) as "id"
  from "order_events";

-- orderEventsAfter
select "order_events"."id", "orders"."user_id", "orders"."trade_no"
  from "order_events"
  inner join "orders" on "orders"."id" = "order_events"."order_id"
  where "order_events"."id" > $1
  order by "order_events"."id"
  limit $2;

-- balancesOf
select "id", "quota", "uncollected", (select coalesce(sum("amount"), 0) as "leased" from "leases" where "kind" = $1 and "owner_id" = "users"."id") as "leased"
  from "users"
  where "id" in ($2, $3);
