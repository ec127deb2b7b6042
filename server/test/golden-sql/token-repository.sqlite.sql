-- find
select "id", "user_id", "name", "key_hash", "key_hint", "old_key_hash", "old_key_expires", "status", "created_time", "accessed_time", "expired_time", "remain_quota", "unlimited_quota", "used_quota", "group", "backup_group", "chat_cache", "setting", "requests_per_minute", "tokens_per_minute", "concurrency", "deleted_time", coalesce((select sum(leases.amount) from leases where leases.kind = 'token' and leases.owner_id = tokens.id), 0) as "leased", "tokens"."budget_period", "tokens"."budget_quota", "tokens"."budget_start", "tokens"."budget_used", coalesce((select sum(held.amount) from budget_leases as held where held.kind = 'token' and held.owner_id = "tokens"."id" and held.period_start = "tokens"."budget_start"), 0) as "budget_leased"
  from "tokens"
  where "user_id" = ? and "deleted_time" = ? and "id" = ?;

-- named
select "id", "user_id", "name", "key_hash", "key_hint", "old_key_hash", "old_key_expires", "status", "created_time", "accessed_time", "expired_time", "remain_quota", "unlimited_quota", "used_quota", "group", "backup_group", "chat_cache", "setting", "requests_per_minute", "tokens_per_minute", "concurrency", "deleted_time", coalesce((select sum(leases.amount) from leases where leases.kind = 'token' and leases.owner_id = tokens.id), 0) as "leased", "tokens"."budget_period", "tokens"."budget_quota", "tokens"."budget_start", "tokens"."budget_used", coalesce((select sum(held.amount) from budget_leases as held where held.kind = 'token' and held.owner_id = "tokens"."id" and held.period_start = "tokens"."budget_start"), 0) as "budget_leased"
  from "tokens"
  where "user_id" = ? and "deleted_time" = ? and "name" = ?
  order by "id";

-- findMany
select "id", "user_id", "name", "key_hash", "key_hint", "old_key_hash", "old_key_expires", "status", "created_time", "accessed_time", "expired_time", "remain_quota", "unlimited_quota", "used_quota", "group", "backup_group", "chat_cache", "setting", "requests_per_minute", "tokens_per_minute", "concurrency", "deleted_time", coalesce((select sum(leases.amount) from leases where leases.kind = 'token' and leases.owner_id = tokens.id), 0) as "leased", "tokens"."budget_period", "tokens"."budget_quota", "tokens"."budget_start", "tokens"."budget_used", coalesce((select sum(held.amount) from budget_leases as held where held.kind = 'token' and held.owner_id = "tokens"."id" and held.period_start = "tokens"."budget_start"), 0) as "budget_leased"
  from "tokens"
  where "user_id" = ? and "deleted_time" = ? and "id" in (?, ?);

-- findKey
select "key_hash", "key_encrypted"
  from "tokens"
  where "user_id" = ? and "deleted_time" = ? and "id" = ?;

-- page, of a user
select "id", "user_id", "name", "key_hash", "key_hint", "old_key_hash", "old_key_expires", "status", "created_time", "accessed_time", "expired_time", "remain_quota", "unlimited_quota", "used_quota", "group", "backup_group", "chat_cache", "setting", "requests_per_minute", "tokens_per_minute", "concurrency", "deleted_time", coalesce((select sum(leases.amount) from leases where leases.kind = 'token' and leases.owner_id = tokens.id), 0) as "leased", "tokens"."budget_period", "tokens"."budget_quota", "tokens"."budget_start", "tokens"."budget_used", coalesce((select sum(held.amount) from budget_leases as held where held.kind = 'token' and held.owner_id = "tokens"."id" and held.period_start = "tokens"."budget_start"), 0) as "budget_leased"
  from "tokens"
  where "user_id" = ? and "deleted_time" = ?
  order by "name" desc, "id" desc
  limit ?
  offset ?;
select count(*) as "count"
  from "tokens"
  where "user_id" = ? and "deleted_time" = ?;

-- page, by keyword and key
select "id", "user_id", "name", "key_hash", "key_hint", "old_key_hash", "old_key_expires", "status", "created_time", "accessed_time", "expired_time", "remain_quota", "unlimited_quota", "used_quota", "group", "backup_group", "chat_cache", "setting", "requests_per_minute", "tokens_per_minute", "concurrency", "deleted_time", coalesce((select sum(leases.amount) from leases where leases.kind = 'token' and leases.owner_id = tokens.id), 0) as "leased", "tokens"."budget_period", "tokens"."budget_quota", "tokens"."budget_start", "tokens"."budget_used", coalesce((select sum(held.amount) from budget_leases as held where held.kind = 'token' and held.owner_id = "tokens"."id" and held.period_start = "tokens"."budget_start"), 0) as "budget_leased"
  from "tokens"
  where "user_id" = ? and "deleted_time" = ? and (tokens.key_hash = ? or tokens.key_hint = ? or (tokens.old_key_hash = ? and tokens.old_key_expires > ?)) and (lower("name") like lower(?) escape '\' or "key_hint" = ?)
  order by "name" desc, "id" desc
  limit ?
  offset ?;
select count(*) as "count"
  from "tokens"
  where "user_id" = ? and "deleted_time" = ? and (tokens.key_hash = ? or tokens.key_hint = ? or (tokens.old_key_hash = ? and tokens.old_key_expires > ?)) and (lower("name") like lower(?) escape '\' or "key_hint" = ?);

-- page, that can be used
select "id", "user_id", "name", "key_hash", "key_hint", "old_key_hash", "old_key_expires", "status", "created_time", "accessed_time", "expired_time", "remain_quota", "unlimited_quota", "used_quota", "group", "backup_group", "chat_cache", "setting", "requests_per_minute", "tokens_per_minute", "concurrency", "deleted_time", coalesce((select sum(leases.amount) from leases where leases.kind = 'token' and leases.owner_id = tokens.id), 0) as "leased", "tokens"."budget_period", "tokens"."budget_quota", "tokens"."budget_start", "tokens"."budget_used", coalesce((select sum(held.amount) from budget_leases as held where held.kind = 'token' and held.owner_id = "tokens"."id" and held.period_start = "tokens"."budget_start"), 0) as "budget_leased"
  from "tokens"
  where "user_id" = ? and "deleted_time" = ? and (tokens.status <> 2 and not (expired_time <> -1 and expired_time <= ?) and not (unlimited_quota = 0 and remain_quota + coalesce((select sum(leases.amount) from leases where leases.kind = 'token' and leases.owner_id = tokens.id), 0) <= 0))
  order by "name" desc, "id" desc
  limit ?
  offset ?;
select count(*) as "count"
  from "tokens"
  where "user_id" = ? and "deleted_time" = ? and (tokens.status <> 2 and not (expired_time <> -1 and expired_time <= ?) and not (unlimited_quota = 0 and remain_quota + coalesce((select sum(leases.amount) from leases where leases.kind = 'token' and leases.owner_id = tokens.id), 0) <= 0));

-- page, that are disabled
select "id", "user_id", "name", "key_hash", "key_hint", "old_key_hash", "old_key_expires", "status", "created_time", "accessed_time", "expired_time", "remain_quota", "unlimited_quota", "used_quota", "group", "backup_group", "chat_cache", "setting", "requests_per_minute", "tokens_per_minute", "concurrency", "deleted_time", coalesce((select sum(leases.amount) from leases where leases.kind = 'token' and leases.owner_id = tokens.id), 0) as "leased", "tokens"."budget_period", "tokens"."budget_quota", "tokens"."budget_start", "tokens"."budget_used", coalesce((select sum(held.amount) from budget_leases as held where held.kind = 'token' and held.owner_id = "tokens"."id" and held.period_start = "tokens"."budget_start"), 0) as "budget_leased"
  from "tokens"
  where "user_id" = ? and "deleted_time" = ? and tokens.status = 2
  order by "name" desc, "id" desc
  limit ?
  offset ?;
select count(*) as "count"
  from "tokens"
  where "user_id" = ? and "deleted_time" = ? and tokens.status = 2;

-- page, that have expired
select "id", "user_id", "name", "key_hash", "key_hint", "old_key_hash", "old_key_expires", "status", "created_time", "accessed_time", "expired_time", "remain_quota", "unlimited_quota", "used_quota", "group", "backup_group", "chat_cache", "setting", "requests_per_minute", "tokens_per_minute", "concurrency", "deleted_time", coalesce((select sum(leases.amount) from leases where leases.kind = 'token' and leases.owner_id = tokens.id), 0) as "leased", "tokens"."budget_period", "tokens"."budget_quota", "tokens"."budget_start", "tokens"."budget_used", coalesce((select sum(held.amount) from budget_leases as held where held.kind = 'token' and held.owner_id = "tokens"."id" and held.period_start = "tokens"."budget_start"), 0) as "budget_leased"
  from "tokens"
  where "user_id" = ? and "deleted_time" = ? and (tokens.status <> 2 and (expired_time <> -1 and expired_time <= ?))
  order by "name" desc, "id" desc
  limit ?
  offset ?;
select count(*) as "count"
  from "tokens"
  where "user_id" = ? and "deleted_time" = ? and (tokens.status <> 2 and (expired_time <> -1 and expired_time <= ?));

-- page, that are exhausted
select "id", "user_id", "name", "key_hash", "key_hint", "old_key_hash", "old_key_expires", "status", "created_time", "accessed_time", "expired_time", "remain_quota", "unlimited_quota", "used_quota", "group", "backup_group", "chat_cache", "setting", "requests_per_minute", "tokens_per_minute", "concurrency", "deleted_time", coalesce((select sum(leases.amount) from leases where leases.kind = 'token' and leases.owner_id = tokens.id), 0) as "leased", "tokens"."budget_period", "tokens"."budget_quota", "tokens"."budget_start", "tokens"."budget_used", coalesce((select sum(held.amount) from budget_leases as held where held.kind = 'token' and held.owner_id = "tokens"."id" and held.period_start = "tokens"."budget_start"), 0) as "budget_leased"
  from "tokens"
  where "user_id" = ? and "deleted_time" = ? and (tokens.status <> 2 and not (expired_time <> -1 and expired_time <= ?) and (unlimited_quota = 0 and remain_quota + coalesce((select sum(leases.amount) from leases where leases.kind = 'token' and leases.owner_id = tokens.id), 0) <= 0))
  order by "name" desc, "id" desc
  limit ?
  offset ?;
select count(*) as "count"
  from "tokens"
  where "user_id" = ? and "deleted_time" = ? and (tokens.status <> 2 and not (expired_time <> -1 and expired_time <= ?) and (unlimited_quota = 0 and remain_quota + coalesce((select sum(leases.amount) from leases where leases.kind = 'token' and leases.owner_id = tokens.id), 0) <= 0));

-- anyOfAnybody
select "id"
  from "tokens"
  where "deleted_time" = ?
  limit ?;

-- deleteOfUser
update "tokens"
  set "deleted_time" = ?
  where "user_id" = ? and "deleted_time" = ?;

-- insertBelow
insert into "tokens" ("user_id", "name", "key_hash", "key_encrypted", "key_hint", "status", "created_time", "accessed_time", "expired_time", "remain_quota", "unlimited_quota", "used_quota", "group", "backup_group", "chat_cache", "setting", "deleted_time", "requests_per_minute", "tokens_per_minute", "concurrency", "budget_period", "budget_quota", "budget_start", "budget_used", "old_key_hash", "old_key_expires")
  select ? as "user_id", ? as "name", ? as "key_hash", ? as "key_encrypted", ? as "key_hint", ? as "status", ? as "created_time", ? as "accessed_time", ? as "expired_time", ? as "remain_quota", ? as "unlimited_quota", ? as "used_quota", ? as "group", ? as "backup_group", ? as "chat_cache", ? as "setting", ? as "deleted_time", ? as "requests_per_minute", ? as "tokens_per_minute", ? as "concurrency", ? as "budget_period", ? as "budget_quota", ? as "budget_start", ? as "budget_used", ? as "old_key_hash", ? as "old_key_expires"
  where (select count(*) as "count" from "tokens" where "user_id" = ? and "deleted_time" = ?) < ?
  returning "id";

-- update
update "tokens"
  set "status" = ?
  where "user_id" = ? and "deleted_time" = ? and "id" in (?, ?);

-- replaceKey
update "tokens"
  set "key_hash" = ?, "key_encrypted" = ?, "key_hint" = ?, "old_key_hash" = ?, "old_key_expires" = ?
  where "id" = ? and "user_id" = ? and "deleted_time" = ? and "key_hash" = ?;
