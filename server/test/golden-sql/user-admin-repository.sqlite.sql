-- find
select "id", "username", "display_name", "role", "status", "email", "avatar_url", "group", "quota", "used_quota", "uncollected", "request_count", "created_time", "last_login_time", "last_login_ip", "deleted_time", "github_id", "github_login", "wechat_id", "lark_id", "oidc_id", "telegram_id", "email_verified", "aff_code", "inviter_id", "totp_confirmed_time", "notify_setting", "deletion_requested_time", "language", users.quota + coalesce((select sum(leases.amount) from leases where leases.kind = 'user' and leases.owner_id = users.id), 0) as "balance", coalesce((select inviter.username from users as inviter where inviter.id = users.inviter_id), '') as "inviter_name", (select count(*) from passkeys where passkeys.user_id = users.id) as "passkeys", "budget_period", "budget_quota", "budget_start", "budget_used", coalesce((select sum(held.amount) from budget_leases as held where held.kind = 'user' and held.owner_id = "users"."id" and held.period_start = "users"."budget_start"), 0) as "budget_leased"
  from "users"
  where "deleted_time" = ? and "id" = ?;

-- findIdByName
select "id"
  from "users"
  where "deleted_time" = ? and "username" = ?;

-- page, of all
select "id", "username", "display_name", "role", "status", "email", "avatar_url", "group", "quota", "used_quota", "uncollected", "request_count", "created_time", "last_login_time", "last_login_ip", "deleted_time", "github_id", "github_login", "wechat_id", "lark_id", "oidc_id", "telegram_id", "email_verified", "aff_code", "inviter_id", "totp_confirmed_time", "notify_setting", "deletion_requested_time", "language", users.quota + coalesce((select sum(leases.amount) from leases where leases.kind = 'user' and leases.owner_id = users.id), 0) as "balance", coalesce((select inviter.username from users as inviter where inviter.id = users.inviter_id), '') as "inviter_name", (select count(*) from passkeys where passkeys.user_id = users.id) as "passkeys", "budget_period", "budget_quota", "budget_start", "budget_used", coalesce((select sum(held.amount) from budget_leases as held where held.kind = 'user' and held.owner_id = "users"."id" and held.period_start = "users"."budget_start"), 0) as "budget_leased"
  from "users"
  where "deleted_time" = ?
  order by "id" desc
  limit ?
  offset ?;
select count(*) as "count"
  from "users"
  where "deleted_time" = ?;

-- page, by every field
select "id", "username", "display_name", "role", "status", "email", "avatar_url", "group", "quota", "used_quota", "uncollected", "request_count", "created_time", "last_login_time", "last_login_ip", "deleted_time", "github_id", "github_login", "wechat_id", "lark_id", "oidc_id", "telegram_id", "email_verified", "aff_code", "inviter_id", "totp_confirmed_time", "notify_setting", "deletion_requested_time", "language", users.quota + coalesce((select sum(leases.amount) from leases where leases.kind = 'user' and leases.owner_id = users.id), 0) as "balance", coalesce((select inviter.username from users as inviter where inviter.id = users.inviter_id), '') as "inviter_name", (select count(*) from passkeys where passkeys.user_id = users.id) as "passkeys", "budget_period", "budget_quota", "budget_start", "budget_used", coalesce((select sum(held.amount) from budget_leases as held where held.kind = 'user' and held.owner_id = "users"."id" and held.period_start = "users"."budget_start"), 0) as "budget_leased"
  from "users"
  where "deleted_time" = ? and "role" = ? and "status" = ? and "group" = ? and ("id" = ? or lower("username") like lower(?) escape '\' or lower("display_name") like lower(?) escape '\' or lower("email") like lower(?) escape '\')
  order by "id" desc
  limit ?
  offset ?;
select count(*) as "count"
  from "users"
  where "deleted_time" = ? and "role" = ? and "status" = ? and "group" = ? and ("id" = ? or lower("username") like lower(?) escape '\' or lower("display_name") like lower(?) escape '\' or lower("email") like lower(?) escape '\');

-- isLast
update "users"
  set "role" = "role"
  where ("role" = ? or "id" = ?);
select "id"
  from "users"
  where "deleted_time" = ? and "role" = ? and ("status" = ? or "id" = ?);

-- markDeleted
select coalesce(max("deleted_time"), 0) as "latest"
  from "users"
  where "username" = ?;
update "users"
  set "password_hash" = ?, "access_token_hash" = ?, "display_name" = ?, "email" = ?, "email_verified" = ?, "avatar_url" = ?, "last_login_ip" = ?, "github_id" = ?, "github_login" = ?, "wechat_id" = ?, "lark_id" = ?, "oidc_id" = ?, "telegram_id" = ?, "notify_setting" = ?, "deleted_time" = ?
  where "id" = ? and "deleted_time" = ? and "role" < ?;
