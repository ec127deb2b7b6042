-- find
select "id", "user_id", "name", "key_hash", "key_hint", "old_key_hash", "old_key_expires", "status", "created_time", "accessed_time", "expired_time", "remain_quota", "unlimited_quota", "used_quota", "group", "backup_group", "chat_cache", "setting", "requests_per_minute", "tokens_per_minute", "concurrency", "deleted_time", coalesce((select sum(leases.amount) from leases where leases.kind = 'token' and leases.owner_id = tokens.id), 0) as "leased", "tokens"."budget_period", "tokens"."budget_quota", "tokens"."budget_start", "tokens"."budget_used", coalesce((select sum(held.amount) from budget_leases as held where held.kind = 'token' and held.owner_id = "tokens"."id" and held.period_start = "tokens"."budget_start"), 0) as "budget_leased"
  from "tokens"
  where "user_id" = $1 and "deleted_time" = $2 and "id" = $3;

-- named
select "id", "user_id", "name", "key_hash", "key_hint", "old_key_hash", "old_key_expires", "status", "created_time", "accessed_time", "expired_time", "remain_quota", "unlimited_quota", "used_quota", "group", "backup_group", "chat_cache", "setting", "requests_per_minute", "tokens_per_minute", "concurrency", "deleted_time", coalesce((select sum(leases.amount) from leases where leases.kind = 'token' and leases.owner_id = tokens.id), 0) as "leased", "tokens"."budget_period", "tokens"."budget_quota", "tokens"."budget_start", "tokens"."budget_used", coalesce((select sum(held.amount) from budget_leases as held where held.kind = 'token' and held.owner_id = "tokens"."id" and held.period_start = "tokens"."budget_start"), 0) as "budget_leased"
  from "tokens"
  where "user_id" = $1 and "deleted_time" = $2 and "name" = $3
  order by "id";

-- findMany
select "id", "user_id", "name", "key_hash", "key_hint", "old_key_hash", "old_key_expires", "status", "created_time", "accessed_time", "expired_time", "remain_quota", "unlimited_quota", "used_quota", "group", "backup_group", "chat_cache", "setting", "requests_per_minute", "tokens_per_minute", "concurrency", "deleted_time", coalesce((select sum(leases.amount) from leases where leases.kind = 'token' and leases.owner_id = tokens.id), 0) as "leased", "tokens"."budget_period", "tokens"."budget_quota", "tokens"."budget_start", "tokens"."budget_used", coalesce((select sum(held.amount) from budget_leases as held where held.kind = 'token' and held.owner_id = "tokens"."id" and held.period_start = "tokens"."budget_start"), 0) as "budget_leased"
  from "tokens"
  where "user_id" = $1 and "deleted_time" = $2 and "id" in ($3, $4);

-- findKey
select "key_hash", "key_encrypted"
  from "tokens"
  where "user_id" = $1 and "deleted_time" = $2 and "id" = $3;

-- page, of a user
select "id", "user_id", "name", "key_hash", "key_hint", "old_key_hash", "old_key_expires", "status", "created_time", "accessed_time", "expired_time", "remain_quota", "unlimited_quota", "used_quota", "group", "backup_group", "chat_cache", "setting", "requests_per_minute", "tokens_per_minute", "concurrency", "deleted_time", coalesce((select sum(leases.amount) from leases where leases.kind = 'token' and leases.owner_id = tokens.id), 0) as "leased", "tokens"."budget_period", "tokens"."budget_quota", "tokens"."budget_start", "tokens"."budget_used", coalesce((select sum(held.amount) from budget_leases as held where held.kind = 'token' and held.owner_id = "tokens"."id" and held.period_start = "tokens"."budget_start"), 0) as "budget_leased"
  from "tokens"
  where "user_id" = $1 and "deleted_time" = $2
  order by "name" desc, "id" desc
  limit $3
  offset $4;
select count(*) as "count"
  from "tokens"
  where "user_id" = $1 and "deleted_time" = $2;

-- page, by keyword and key
select "id", "user_id", "name", "key_hash", "key_hint", "old_key_hash", "old_key_expires", "status", "created_time", "accessed_time", "expired_time", "remain_quota", "unlimited_quota", "used_quota", "group", "backup_group", "chat_cache", "setting", "requests_per_minute", "tokens_per_minute", "concurrency", "deleted_time", coalesce((select sum(leases.amount) from leases where leases.kind = 'token' and leases.owner_id = tokens.id), 0) as "leased", "tokens"."budget_period", "tokens"."budget_quota", "tokens"."budget_start", "tokens"."budget_used", coalesce((select sum(held.amount) from budget_leases as held where held.kind = 'token' and held.owner_id = "tokens"."id" and held.period_start = "tokens"."budget_start"), 0) as "budget_leased"
  from "tokens"
  where "user_id" = $1 and "deleted_time" = $2 and (tokens.key_hash = $3 or tokens.key_hint = $4 or (tokens.old_key_hash = $5 and tokens.old_key_expires > $6)) and (lower("name") like lower($7) escape '\' or "key_hint" = $8)
  order by "name" desc, "id" desc
  limit $9
  offset $10;
select count(*) as "count"
  from "tokens"
  where "user_id" = $1 and "deleted_time" = $2 and (tokens.key_hash = $3 or tokens.key_hint = $4 or (tokens.old_key_hash = $5 and tokens.old_key_expires > $6)) and (lower("name") like lower($7) escape '\' or "key_hint" = $8);

-- page, that can be used
select "id", "user_id", "name", "key_hash", "key_hint", "old_key_hash", "old_key_expires", "status", "created_time", "accessed_time", "expired_time", "remain_quota", "unlimited_quota", "used_quota", "group", "backup_group", "chat_cache", "setting", "requests_per_minute", "tokens_per_minute", "concurrency", "deleted_time", coalesce((select sum(leases.amount) from leases where leases.kind = 'token' and leases.owner_id = tokens.id), 0) as "leased", "tokens"."budget_period", "tokens"."budget_quota", "tokens"."budget_start", "tokens"."budget_used", coalesce((select sum(held.amount) from budget_leases as held where held.kind = 'token' and held.owner_id = "tokens"."id" and held.period_start = "tokens"."budget_start"), 0) as "budget_leased"
  from "tokens"
  where "user_id" = $1 and "deleted_time" = $2 and (tokens.status <> 2 and not (expired_time <> -1 and expired_time <= $3) and not (unlimited_quota = 0 and remain_quota + coalesce((select sum(leases.amount) from leases where leases.kind = 'token' and leases.owner_id = tokens.id), 0) <= 0))
  order by "name" desc, "id" desc
  limit $4
  offset $5;
select count(*) as "count"
  from "tokens"
  where "user_id" = $1 and "deleted_time" = $2 and (tokens.status <> 2 and not (expired_time <> -1 and expired_time <= $3) and not (unlimited_quota = 0 and remain_quota + coalesce((select sum(leases.amount) from leases where leases.kind = 'token' and leases.owner_id = tokens.id), 0) <= 0));

-- page, that are disabled
select "id", "user_id", "name", "key_hash", "key_hint", "old_key_hash", "old_key_expires", "status", "created_time", "accessed_time", "expired_time", "remain_quota", "unlimited_quota", "used_quota", "group", "backup_group", "chat_cache", "setting", "requests_per_minute", "tokens_per_minute", "concurrency", "deleted_time", coalesce((select sum(leases.amount) from leases where leases.kind = 'token' and leases.owner_id = tokens.id), 0) as "leased", "tokens"."budget_period", "tokens"."budget_quota", "tokens"."budget_start", "tokens"."budget_used", coalesce((select sum(held.amount) from budget_leases as held where held.kind = 'token' and held.owner_id = "tokens"."id" and held.period_start = "tokens"."budget_start"), 0) as "budget_leased"
  from "tokens"
  where "user_id" = $1 and "deleted_time" = $2 and tokens.status = 2
  order by "name" desc, "id" desc
  limit $3
  offset $4;
select count(*) as "count"
  from "tokens"
  where "user_id" = $1 and "deleted_time" = $2 and tokens.status = 2;

-- page, that have expired
select "id", "user_id", "name", "key_hash", "key_hint", "old_key_hash", "old_key_expires", "status", "created_time", "accessed_time", "expired_time", "remain_quota", "unlimited_quota", "used_quota", "group", "backup_group", "chat_cache", "setting", "requests_per_minute", "tokens_per_minute", "concurrency", "deleted_time", coalesce((select sum(leases.amount) from leases where leases.kind = 'token' and leases.owner_id = tokens.id), 0) as "leased", "tokens"."budget_period", "tokens"."budget_quota", "tokens"."budget_start", "tokens"."budget_used", coalesce((select sum(held.amount) from budget_leases as held where held.kind = 'token' and held.owner_id = "tokens"."id" and held.period_start = "tokens"."budget_start"), 0) as "budget_leased"
  from "tokens"
  where "user_id" = $1 and "deleted_time" = $2 and (tokens.status <> 2 and (expired_time <> -1 and expired_time <= $3))
  order by "name" desc, "id" desc
  limit $4
  offset $5;
select count(*) as "count"
  from "tokens"
  where "user_id" = $1 and "deleted_time" = $2 and (tokens.status <> 2 and (expired_time <> -1 and expired_time <= $3));

-- page, that are exhausted
select "id", "user_id", "name", "key_hash", "key_hint", "old_key_hash", "old_key_expires", "status", "created_time", "accessed_time", "expired_time", "remain_quota", "unlimited_quota", "used_quota", "group", "backup_group", "chat_cache", "setting", "requests_per_minute", "tokens_per_minute", "concurrency", "deleted_time", coalesce((select sum(leases.amount) from leases where leases.kind = 'token' and leases.owner_id = tokens.id), 0) as "leased", "tokens"."budget_period", "tokens"."budget_quota", "tokens"."budget_start", "tokens"."budget_used", coalesce((select sum(held.amount) from budget_leases as held where held.kind = 'token' and held.owner_id = "tokens"."id" and held.period_start = "tokens"."budget_start"), 0) as "budget_leased"
  from "tokens"
  where "user_id" = $1 and "deleted_time" = $2 and (tokens.status <> 2 and not (expired_time <> -1 and expired_time <= $3) and (unlimited_quota = 0 and remain_quota + coalesce((select sum(leases.amount) from leases where leases.kind = 'token' and leases.owner_id = tokens.id), 0) <= 0))
  order by "name" desc, "id" desc
  limit $4
  offset $5;
select count(*) as "count"
  from "tokens"
  where "user_id" = $1 and "deleted_time" = $2 and (tokens.status <> 2 and not (expired_time <> -1 and expired_time <= $3) and (unlimited_quota = 0 and remain_quota + coalesce((select sum(leases.amount) from leases where leases.kind = 'token' and leases.owner_id = tokens.id), 0) <= 0));

-- anyOfAnybody
select "id"
  from "tokens"
  where "deleted_time" = $1
  limit $2;

-- deleteOfUser
update "tokens"
  set "deleted_time" = $1
  where "user_id" = $2 and "deleted_time" = $3;

-- insertBelow
insert into "tokens" ("user_id", "name", "key_hash", "key_encrypted", "key_hint", "status", "created_time", "accessed_time", "expired_time", "remain_quota", "unlimited_quota", "used_quota", "group", "backup_group", "chat_cache", "setting", "deleted_time", "requests_per_minute", "tokens_per_minute", "concurrency", "budget_period", "budget_quota", "budget_start", "budget_used", "old_key_hash", "old_key_expires")
  select $1 as "user_id", $2 as "name", $3 as "key_hash", $4 as "key_encrypted", $5 as "key_hint", $6 as "status", $7 as "created_time", $8 as "accessed_time", $9 as "expired_time", $10 as "remain_quota", $11 as "unlimited_quota", $12 as "used_quota", $13 as "group", $14 as "backup_group", $15 as "chat_cache", $16 as "setting", $17 as "deleted_time", $18 as "requests_per_minute", $19 as "tokens_per_minute", $20 as "concurrency", $21 as "budget_period", $22 as "budget_quota", $23 as "budget_start", $24 as "budget_used", $25 as "old_key_hash", $26 as "old_key_expires"
  where (select count(*) as "count" from "tokens" where "user_id" = $27 and "deleted_time" = $28) < $29
  returning "id";

-- update
update "tokens"
  set "status" = $1
  where "user_id" = $2 and "deleted_time" = $3 and "id" in ($4, $5);

-- replaceKey
update "tokens"
  set "key_hash" = $1, "key_encrypted" = $2, "key_hint" = $3, "old_key_hash" = $4, "old_key_expires" = $5
  where "id" = $6 and "user_id" = $7 and "deleted_time" = $8 and "key_hash" = $9;
