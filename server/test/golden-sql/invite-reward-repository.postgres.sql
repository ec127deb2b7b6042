-- sums, of all
select "status", sum("quota") as "quota"
  from "invite_rewards"
  group by "status";

-- sums, of one
select "status", sum("quota") as "quota"
  from "invite_rewards"
  where "inviter_id" = $1
  group by "status";

-- countInvited, of all
select count(*) as "count"
  from "users"
  where "inviter_id" != 0;

-- countInvited, of one
select count(*) as "count"
  from "users"
  where "inviter_id" != 0 and "inviter_id" = $1;

-- insert
insert into "invite_rewards" ("reward_key", "kind", "inviter_id", "invitee_id", "order_id", "quota", "status", "reason", "created_time", "due_time", "settled_time")
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
  on conflict ("reward_key") do nothing
  returning *;

-- findByKey
select *
  from "invite_rewards"
  where "reward_key" = $1;

-- countSince
select count(*) as "count"
  from "invite_rewards"
  where "inviter_id" = $1 and "created_time" > $2 and "status" <> $3;

-- due
select *
  from "invite_rewards"
  where "status" = $1 and "due_time" <= $2
  order by "due_time"
  limit $3;

-- settle
update "invite_rewards"
  set "status" = $1, "reason" = $2, "settled_time" = $3
  where "id" = $4 and "status" = $5;

-- cancelOfOrder
update "invite_rewards"
  set "status" = $1, "reason" = $2, "settled_time" = $3
  where "order_id" = $4 and "status" = $5;

-- hasOtherPaidOrder
select "id"
  from "orders"
  where "user_id" = $1 and "id" <> $2 and "paid_at" > $3
  limit $4;

-- pageOfInvitees
select "id", "username", "created_time"
  from "users"
  where "inviter_id" = $1 and "inviter_id" != 0
  order by "id" desc
  limit $2
  offset $3;
select *
  from "invite_rewards"
  where "inviter_id" = $1 and "invitee_id" in ($2)
  order by "id";
select count(*) as "count"
  from "users"
  where "inviter_id" != 0 and "inviter_id" = $1;

-- pageOfInviters, of all
select "id" as "user_id", "username", (select count(*) from users as invitees where invitees.inviter_id = users.id and invitees.inviter_id <> 0) as "invited", (select coalesce(sum(quota), 0) from invite_rewards where invite_rewards.inviter_id = users.id and invite_rewards.status = 'paid') as "earned", (select coalesce(sum(quota), 0) from invite_rewards where invite_rewards.inviter_id = users.id and invite_rewards.status = 'pending') as "pending", (select coalesce(sum(quota), 0) from invite_rewards where invite_rewards.inviter_id = users.id and invite_rewards.status = 'cancelled') as "cancelled"
  from "users"
  where exists (select 1 from users as invitees where invitees.inviter_id = users.id and invitees.inviter_id <> 0)
  order by "earned" desc, "user_id" desc
  limit $1
  offset $2;
select count(*) as "count"
  from "users"
  where exists (select 1 from users as invitees where invitees.inviter_id = users.id and invitees.inviter_id <> 0);

-- pageOfInviters, by keyword
select "id" as "user_id", "username", (select count(*) from users as invitees where invitees.inviter_id = users.id and invitees.inviter_id <> 0) as "invited", (select coalesce(sum(quota), 0) from invite_rewards where invite_rewards.inviter_id = users.id and invite_rewards.status = 'paid') as "earned", (select coalesce(sum(quota), 0) from invite_rewards where invite_rewards.inviter_id = users.id and invite_rewards.status = 'pending') as "pending", (select coalesce(sum(quota), 0) from invite_rewards where invite_rewards.inviter_id = users.id and invite_rewards.status = 'cancelled') as "cancelled"
  from "users"
  where exists (select 1 from users as invitees where invitees.inviter_id = users.id and invitees.inviter_id <> 0) and (lower("username") like lower($1) escape '\' or "id" = $2)
  order by "earned" desc, "user_id" desc
  limit $3
  offset $4;
select count(*) as "count"
  from "users"
  where exists (select 1 from users as invitees where invitees.inviter_id = users.id and invitees.inviter_id <> 0) and (lower("username") like lower($1) escape '\' or "id" = $2);

-- countInviters
select count(*) as "count"
  from "users"
  where exists (select 1 from users as invitees where invitees.inviter_id = users.id and invitees.inviter_id <> 0);
