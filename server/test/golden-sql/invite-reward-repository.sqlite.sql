-- sums, of all
select "status", sum("quota") as "quota"
  from "invite_rewards"
  group by "status";

-- sums, of one
select "status", sum("quota") as "quota"
  from "invite_rewards"
  where "inviter_id" = ?
  group by "status";

-- countInvited, of all
select count(*) as "count"
  from "users"
  where "inviter_id" != 0;

-- countInvited, of one
select count(*) as "count"
  from "users"
  where "inviter_id" != 0 and "inviter_id" = ?;

-- insert
insert into "invite_rewards" ("reward_key", "kind", "inviter_id", "invitee_id", "order_id", "quota", "status", "reason", "created_time", "due_time", "settled_time")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict ("reward_key") do nothing
  returning *;

-- findByKey
select *
  from "invite_rewards"
  where "reward_key" = ?;

-- countSince
select count(*) as "count"
  from "invite_rewards"
  where "inviter_id" = ? and "created_time" > ? and "status" <> ?;

-- due
select *
  from "invite_rewards"
  where "status" = ? and "due_time" <= ?
  order by "due_time"
  limit ?;

-- settle
update "invite_rewards"
  set "status" = ?, "reason" = ?, "settled_time" = ?
  where "id" = ? and "status" = ?;

-- cancelOfOrder
update "invite_rewards"
  set "status" = ?, "reason" = ?, "settled_time" = ?
  where "order_id" = ? and "status" = ?;

-- hasOtherPaidOrder
select "id"
  from "orders"
  where "user_id" = ? and "id" <> ? and "paid_at" > ?
  limit ?;

-- pageOfInvitees
select "id", "username", "created_time"
  from "users"
  where "inviter_id" = ? and "inviter_id" != 0
  order by "id" desc
  limit ?
  offset ?;
select *
  from "invite_rewards"
  where "inviter_id" = ? and "invitee_id" in (?)
  order by "id";
select count(*) as "count"
  from "users"
  where "inviter_id" != 0 and "inviter_id" = ?;

-- pageOfInviters, of all
select "id" as "user_id", "username", (select count(*) from users as invitees where invitees.inviter_id = users.id and invitees.inviter_id <> 0) as "invited", (select coalesce(sum(quota), 0) from invite_rewards where invite_rewards.inviter_id = users.id and invite_rewards.status = 'paid') as "earned", (select coalesce(sum(quota), 0) from invite_rewards where invite_rewards.inviter_id = users.id and invite_rewards.status = 'pending') as "pending", (select coalesce(sum(quota), 0) from invite_rewards where invite_rewards.inviter_id = users.id and invite_rewards.status = 'cancelled') as "cancelled"
  from "users"
  where exists (select 1 from users as invitees where invitees.inviter_id = users.id and invitees.inviter_id <> 0)
  order by "earned" desc, "user_id" desc
  limit ?
  offset ?;
select count(*) as "count"
  from "users"
  where exists (select 1 from users as invitees where invitees.inviter_id = users.id and invitees.inviter_id <> 0);

-- pageOfInviters, by keyword
select "id" as "user_id", "username", (select count(*) from users as invitees where invitees.inviter_id = users.id and invitees.inviter_id <> 0) as "invited", (select coalesce(sum(quota), 0) from invite_rewards where invite_rewards.inviter_id = users.id and invite_rewards.status = 'paid') as "earned", (select coalesce(sum(quota), 0) from invite_rewards where invite_rewards.inviter_id = users.id and invite_rewards.status = 'pending') as "pending", (select coalesce(sum(quota), 0) from invite_rewards where invite_rewards.inviter_id = users.id and invite_rewards.status = 'cancelled') as "cancelled"
  from "users"
  where exists (select 1 from users as invitees where invitees.inviter_id = users.id and invitees.inviter_id <> 0) and (lower("username") like lower(?) escape '\' or "id" = ?)
  order by "earned" desc, "user_id" desc
  limit ?
  offset ?;
select count(*) as "count"
  from "users"
  where exists (select 1 from users as invitees where invitees.inviter_id = users.id and invitees.inviter_id <> 0) and (lower("username") like lower(?) escape '\' or "id" = ?);

-- countInviters
select count(*) as "count"
  from "users"
  where exists (select 1 from users as invitees where invitees.inviter_id = users.id and invitees.inviter_id <> 0);
