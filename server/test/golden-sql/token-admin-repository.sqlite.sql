-- find
select "id", "user_id", "name", "key_hash", "key_hint", "old_key_hash", "old_key_expires", "status", "created_time", "accessed_time", "expired_time", "remain_quota", "unlimited_quota", "used_quota", "group", "backup_group", "chat_cache", "setting", "requests_per_minute", "tokens_per_minute", "concurrency", "deleted_time", coalesce((select sum(leases.amount) from leases where leases.kind = 'token' and leases.owner_id = tokens.id), 0) as "leased", "tokens"."budget_period", "tokens"."budget_quota", "tokens"."budget_start", "tokens"."budget_used", coalesce((select sum(held.amount) from budget_leases as held where held.kind = 'token' and held.owner_id = "tokens"."id" and held.period_start = "tokens"."budget_start"), 0) as "budget_leased", (select owner.username from users as owner where owner.id = tokens.user_id) as "owner_name", (select owner.role from users as owner where owner.id = tokens.user_id) as "owner_role"
  from "tokens"
  where "deleted_time" = ? and "id" = ?;

-- page, of everyone
select "id", "user_id", "name", "key_hash", "key_hint", "old_key_hash", "old_key_expires", "status", "created_time", "accessed_time", "expired_time", "remain_quota", "unlimited_quota", "used_quota", "group", "backup_group", "chat_cache", "setting", "requests_per_minute", "tokens_per_minute", "concurrency", "deleted_time", coalesce((select sum(leases.amount) from leases where leases.kind = 'token' and leases.owner_id = tokens.id), 0) as "leased", "tokens"."budget_period", "tokens"."budget_quota", "tokens"."budget_start", "tokens"."budget_used", coalesce((select sum(held.amount) from budget_leases as held where held.kind = 'token' and held.owner_id = "tokens"."id" and held.period_start = "tokens"."budget_start"), 0) as "budget_leased", (select owner.username from users as owner where owner.id = tokens.user_id) as "owner_name", (select owner.role from users as owner where owner.id = tokens.user_id) as "owner_role"
  from "tokens"
  where "deleted_time" = ?
  order by "name" desc, "id" desc
  limit ?
  offset ?;
select count(*) as "count"
  from "tokens"
  where "deleted_time" = ?;

-- page, by every field
select "id", "user_id", "name", "key_hash", "key_hint", "old_key_hash", "old_key_expires", "status", "created_time", "accessed_time", "expired_time", "remain_quota", "unlimited_quota", "used_quota", "group", "backup_group", "chat_cache", "setting", "requests_per_minute", "tokens_per_minute", "concurrency", "deleted_time", coalesce((select sum(leases.amount) from leases where leases.kind = 'token' and leases.owner_id = tokens.id), 0) as "leased", "tokens"."budget_period", "tokens"."budget_quota", "tokens"."budget_start", "tokens"."budget_used", coalesce((select sum(held.amount) from budget_leases as held where held.kind = 'token' and held.owner_id = "tokens"."id" and held.period_start = "tokens"."budget_start"), 0) as "budget_leased", (select owner.username from users as owner where owner.id = tokens.user_id) as "owner_name", (select owner.role from users as owner where owner.id = tokens.user_id) as "owner_role"
  from "tokens"
  where "deleted_time" = ? and (select owner.role from users as owner where owner.id = tokens.user_id) < ? and (tokens.key_hash = ? or tokens.key_hint = ? or (tokens.old_key_hash = ? and tokens.old_key_expires > ?)) and "user_id" = ? and "id" = ? and (lower("name") like lower(?) escape '\' or "key_hint" = ?) and (tokens.status <> 2 and not (expired_time <> -1 and expired_time <= ?) and not (unlimited_quota = 0 and remain_quota + coalesce((select sum(leases.amount) from leases where leases.kind = 'token' and leases.owner_id = tokens.id), 0) <= 0))
  order by "name" desc, "id" desc
  limit ?
  offset ?;
select count(*) as "count"
  from "tokens"
  where "deleted_time" = ? and (select owner.role from users as owner where owner.id = tokens.user_id) < ? and (tokens.key_hash = ? or tokens.key_hint = ? or (tokens.old_key_hash = ? and tokens.old_key_expires > ?)) and "user_id" = ? and "id" = ? and (lower("name") like lower(?) escape '\' or "key_hint" = ?) and (tokens.status <> 2 and not (expired_time <> -1 and expired_time <= ?) and not (unlimited_quota = 0 and remain_quota + coalesce((select sum(leases.amount) from leases where leases.kind = 'token' and leases.owner_id = tokens.id), 0) <= 0));

-- update, whatever the owner's role
update "tokens"
  set "status" = ?
  where "id" = ? and "deleted_time" = ?;

-- update, of an owner of a lower role
update "tokens"
  set "deleted_time" = ?
  where "id" = ? and "deleted_time" = ? and (select owner.role from users as owner where owner.id = tokens.user_id) < ?;
