-- find
select "id", "user_id", "name", "key_hash", "key_hint", "old_key_hash", "old_key_expires", "status", "created_time", "accessed_time", "expired_time", "remain_quota", "unlimited_quota", "used_quota", "group", "backup_group", "chat_cache", "setting", "requests_per_minute", "tokens_per_minute", "concurrency", "deleted_time", coalesce((select sum(leases.amount) from leases where leases.kind = 'token' and leases.owner_id = tokens.id), 0) as "leased", "tokens"."budget_period", "tokens"."budget_quota", "tokens"."budget_start", "tokens"."budget_used", coalesce((select sum(held.amount) from budget_leases as held where held.kind = 'token' and held.owner_id = "tokens"."id" and held.period_start = "tokens"."budget_start"), 0) as "budget_leased", (select owner.username from users as owner where owner.id = tokens.user_id) as "owner_name", (select owner.role from users as owner where owner.id = tokens.user_id) as "owner_role"
  from "tokens"
  where "deleted_time" = $1 and "id" = $2;

-- page, of everyone
select "id", "user_id", "name", "key_hash", "key_hint", "old_key_hash", "old_key_expires", "status", "created_time", "accessed_time", "expired_time", "remain_quota", "unlimited_quota", "used_quota", "group", "backup_group", "chat_cache", "setting", "requests_per_minute", "tokens_per_minute", "concurrency", "deleted_time", coalesce((select sum(leases.amount) from leases where leases.kind = 'token' and leases.owner_id = tokens.id), 0) as "leased", "tokens"."budget_period", "tokens"."budget_quota", "tokens"."budget_start", "tokens"."budget_used", coalesce((select sum(held.amount) from budget_leases as held where held.kind = 'token' and held.owner_id = "tokens"."id" and held.period_start = "tokens"."budget_start"), 0) as "budget_leased", (select owner.username from users as owner where owner.id = tokens.user_id) as "owner_name", (select owner.role from users as owner where owner.id = tokens.user_id) as "owner_role"
  from "tokens"
  where "deleted_time" = $1
  order by "name" desc, "id" desc
  limit $2
  offset $3;
select count(*) as "count"
  from "tokens"
  where "deleted_time" = $1;

-- page, by every field
select "id", "user_id", "name", "key_hash", "key_hint", "old_key_hash", "old_key_expires", "status", "created_time", "accessed_time", "expired_time", "remain_quota", "unlimited_quota", "used_quota", "group", "backup_group", "chat_cache", "setting", "requests_per_minute", "tokens_per_minute", "concurrency", "deleted_time", coalesce((select sum(leases.amount) from leases where leases.kind = 'token' and leases.owner_id = tokens.id), 0) as "leased", "tokens"."budget_period", "tokens"."budget_quota", "tokens"."budget_start", "tokens"."budget_used", coalesce((select sum(held.amount) from budget_leases as held where held.kind = 'token' and held.owner_id = "tokens"."id" and held.period_start = "tokens"."budget_start"), 0) as "budget_leased", (select owner.username from users as owner where owner.id = tokens.user_id) as "owner_name", (select owner.role from users as owner where owner.id = tokens.user_id) as "owner_role"
  from "tokens"
  where "deleted_time" = $1 and (select owner.role from users as owner where owner.id = tokens.user_id) < $2 and (tokens.key_hash = $3 or tokens.key_hint = $4 or (tokens.old_key_hash = $5 and tokens.old_key_expires > $6)) and "user_id" = $7 and "id" = $8 and (lower("name") like lower($9) escape '\' or "key_hint" = $10) and (tokens.status <> 2 and not (expired_time <> -1 and expired_time <= $11) and not (unlimited_quota = 0 and remain_quota + coalesce((select sum(leases.amount) from leases where leases.kind = 'token' and leases.owner_id = tokens.id), 0) <= 0))
  order by "name" desc, "id" desc
  limit $12
  offset $13;
select count(*) as "count"
  from "tokens"
  where "deleted_time" = $1 and (select owner.role from users as owner where owner.id = tokens.user_id) < $2 and (tokens.key_hash = $3 or tokens.key_hint = $4 or (tokens.old_key_hash = $5 and tokens.old_key_expires > $6)) and "user_id" = $7 and "id" = $8 and (lower("name") like lower($9) escape '\' or "key_hint" = $10) and (tokens.status <> 2 and not (expired_time <> -1 and expired_time <= $11) and not (unlimited_quota = 0 and remain_quota + coalesce((select sum(leases.amount) from leases where leases.kind = 'token' and leases.owner_id = tokens.id), 0) <= 0));

-- update, whatever the owner's role
update "tokens"
  set "status" = $1
  where "id" = $2 and "deleted_time" = $3;

-- update, of an owner of a lower role
update "tokens"
  set "deleted_time" = $1
  where "id" = $2 and "deleted_time" = $3 and (select owner.role from users as owner where owner.id = tokens.user_id) < $4;
