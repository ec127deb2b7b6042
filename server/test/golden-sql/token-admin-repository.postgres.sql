-- find
select "id", "user_id", "name", "key_hash", "key_hint", "status", "created_time", "accessed_time", "expired_time", "remain_quota", "unlimited_quota", "used_quota", "group", "backup_group", "chat_cache", "setting", "requests_per_minute", "tokens_per_minute", "concurrency", "deleted_time", coalesce((select sum(leases.amount) from leases where leases.kind = 'token' and leases.owner_id = tokens.id), 0) as "leased", (select owner.username from users as owner where owner.id = tokens.user_id) as "owner_name", (select owner.role from users as owner where owner.id = tokens.user_id) as "owner_role"
  from "tokens"
  where "deleted_time" = $1 and "id" = $2;

-- page, of everyone
select "id", "user_id", "name", "key_hash", "key_hint", "status", "created_time", "accessed_time", "expired_time", "remain_quota", "unlimited_quota", "used_quota", "group", "backup_group", "chat_cache", "setting", "requests_per_minute", "tokens_per_minute", "concurrency", "deleted_time", coalesce((select sum(leases.amount) from leases where leases.kind = 'token' and leases.owner_id = tokens.id), 0) as "leased", (select owner.username from users as owner where owner.id = tokens.user_id) as "owner_name", (select owner.role from users as owner where owner.id = tokens.user_id) as "owner_role"
  from "tokens"
  where "deleted_time" = $1
  order by "name" desc, "id" desc
  limit $2
  offset $3;
select count(*) as "count"
  from "tokens"
  where "deleted_time" = $1;

-- page, by every field
select "id", "user_id", "name", "key_hash", "key_hint", "status", "created_time", "accessed_time", "expired_time", "remain_quota", "unlimited_quota", "used_quota", "group", "backup_group", "chat_cache", "setting", "requests_per_minute", "tokens_per_minute", "concurrency", "deleted_time", coalesce((select sum(leases.amount) from leases where leases.kind = 'token' and leases.owner_id = tokens.id), 0) as "leased", (select owner.username from users as owner where owner.id = tokens.user_id) as "owner_name", (select owner.role from users as owner where owner.id = tokens.user_id) as "owner_role"
  from "tokens"
  where "deleted_time" = $1 and (select owner.role from users as owner where owner.id = tokens.user_id) < $2 and "user_id" = $3 and "id" = $4 and lower("name") like lower($5) escape '\' and (tokens.status <> 2 and not (expired_time <> -1 and expired_time <= $6) and not (unlimited_quota = 0 and remain_quota + coalesce((select sum(leases.amount) from leases where leases.kind = 'token' and leases.owner_id = tokens.id), 0) <= 0))
  order by "name" desc, "id" desc
  limit $7
  offset $8;
select count(*) as "count"
  from "tokens"
  where "deleted_time" = $1 and (select owner.role from users as owner where owner.id = tokens.user_id) < $2 and "user_id" = $3 and "id" = $4 and lower("name") like lower($5) escape '\' and (tokens.status <> 2 and not (expired_time <> -1 and expired_time <= $6) and not (unlimited_quota = 0 and remain_quota + coalesce((select sum(leases.amount) from leases where leases.kind = 'token' and leases.owner_id = tokens.id), 0) <= 0));

-- update, whatever the owner's role
update "tokens"
  set "status" = $1
  where "id" = $2 and "deleted_time" = $3;

-- update, of an owner of a lower role
update "tokens"
  set "deleted_time" = $1
  where "id" = $2 and "deleted_time" = $3 and (select owner.role from users as owner where owner.id = tokens.user_id) < $4;
