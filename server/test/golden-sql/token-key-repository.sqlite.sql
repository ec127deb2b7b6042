-- find
select "tokens"."id", "tokens"."user_id", "tokens"."name", "tokens"."key_hash", "tokens"."key_hint", "tokens"."status", "tokens"."created_time", "tokens"."accessed_time", "tokens"."expired_time", "tokens"."remain_quota", "tokens"."unlimited_quota", "tokens"."used_quota", "tokens"."group", "tokens"."backup_group", "tokens"."chat_cache", "tokens"."setting", "tokens"."requests_per_minute", "tokens"."tokens_per_minute", "tokens"."concurrency", "tokens"."deleted_time", coalesce((select sum(leases.amount) from leases where leases.kind = 'token' and leases.owner_id = tokens.id), 0) as "leased", "users"."status" as "user_status", "users"."used_quota" as "user_used_quota"
  from "tokens"
  inner join "users" on "users"."id" = "tokens"."user_id"
  where "tokens"."key_hash" = ? and "tokens"."deleted_time" = ? and "users"."deleted_time" = ?;
