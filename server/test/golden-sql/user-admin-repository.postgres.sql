-- find
select "id", "username", "display_name", "role", "status", "email", "avatar_url", "group", "quota", "used_quota", "uncollected", "request_count", "created_time", "last_login_time", "last_login_ip", "deleted_time", "github_id", "github_login", "wechat_id", "lark_id", "oidc_id", "telegram_id", "email_verified", "aff_code", "inviter_id", "totp_confirmed_time", "notify_setting", "deletion_requested_time", "language", users.quota + coalesce((select sum(leases.amount) from leases where leases.kind = 'user' and leases.owner_id = users.id), 0) as "balance", coalesce((select inviter.username from users as inviter where inviter.id = users.inviter_id), '') as "inviter_name", (select count(*) from passkeys where passkeys.user_id = users.id) as "passkeys", "budget_period", "budget_quota", "budget_start", "budget_used", coalesce((select sum(held.amount) from budget_leases as held where held.kind = 'user' and held.owner_id = "users"."id" and held.period_start = "users"."budget_start"), 0) as "budget_leased"
  from "users"
  where "deleted_time" = $1 and "id" = $2;

-- findIdByName
select "id"
  from "users"
  where "deleted_time" = $1 and "username" = $2;

-- page, of all
select "id", "username", "display_name", "role", "status", "email", "avatar_url", "group", "quota", "used_quota", "uncollected", "request_count", "created_time", "last_login_time", "last_login_ip", "deleted_time", "github_id", "github_login", "wechat_id", "lark_id", "oidc_id", "telegram_id", "email_verified", "aff_code", "inviter_id", "totp_confirmed_time", "notify_setting", "deletion_requested_time", "language", users.quota + coalesce((select sum(leases.amount) from leases where leases.kind = 'user' and leases.owner_id = users.id), 0) as "balance", coalesce((select inviter.username from users as inviter where inviter.id = users.inviter_id), '') as "inviter_name", (select count(*) from passkeys where passkeys.user_id = users.id) as "passkeys", "budget_period", "budget_quota", "budget_start", "budget_used", coalesce((select sum(held.amount) from budget_leases as held where held.kind = 'user' and held.owner_id = "users"."id" and held.period_start = "users"."budget_start"), 0) as "budget_leased"
  from "users"
  where "deleted_time" = $1
  order by "id" desc
  limit $2
  offset $3;
select count(*) as "count"
  from "users"
  where "deleted_time" = $1;

-- page, by every field
select "id", "username", "display_name", "role", "status", "email", "avatar_url", "group", "quota", "used_quota", "uncollected", "request_count", "created_time", "last_login_time", "last_login_ip", "deleted_time", "github_id", "github_login", "wechat_id", "lark_id", "oidc_id", "telegram_id", "email_verified", "aff_code", "inviter_id", "totp_confirmed_time", "notify_setting", "deletion_requested_time", "language", users.quota + coalesce((select sum(leases.amount) from leases where leases.kind = 'user' and leases.owner_id = users.id), 0) as "balance", coalesce((select inviter.username from users as inviter where inviter.id = users.inviter_id), '') as "inviter_name", (select count(*) from passkeys where passkeys.user_id = users.id) as "passkeys", "budget_period", "budget_quota", "budget_start", "budget_used", coalesce((select sum(held.amount) from budget_leases as held where held.kind = 'user' and held.owner_id = "users"."id" and held.period_start = "users"."budget_start"), 0) as "budget_leased"
  from "users"
  where "deleted_time" = $1 and "role" = $2 and "status" = $3 and "group" = $4 and ("id" = $5 or lower("username") like lower($6) escape '\' or lower("display_name") like lower($7) escape '\' or lower("email") like lower($8) escape '\')
  order by "id" desc
  limit $9
  offset $10;
select count(*) as "count"
  from "users"
  where "deleted_time" = $1 and "role" = $2 and "status" = $3 and "group" = $4 and ("id" = $5 or lower("username") like lower($6) escape '\' or lower("display_name") like lower($7) escape '\' or lower("email") like lower($8) escape '\');

-- isLast
update "users"
  set "role" = "role"
  where ("role" = $1 or "id" = $2);
select "id"
  from "users"
  where "deleted_time" = $1 and "role" = $2 and ("status" = $3 or "id" = $4);

-- markDeleted
select coalesce(max("deleted_time"), 0) as "latest"
  from "users"
  where "username" = $1;
update "users"
  set "password_hash" = $1, "access_token_hash" = $2, "display_name" = $3, "email" = $4, "email_verified" = $5, "avatar_url" = $6, "last_login_ip" = $7, "github_id" = $8, "github_login" = $9, "wechat_id" = $10, "lark_id" = $11, "oidc_id" = $12, "telegram_id" = $13, "notify_setting" = $14, "deleted_time" = $15
  where "id" = $16 and "deleted_time" = $17 and "role" < $18;
