-- find
select "id", "username", "display_name", "role", "status", "email", "avatar_url", "group", "quota", "used_quota", "uncollected", "request_count", "created_time", "last_login_time", "last_login_ip", "deleted_time", "github_id", "github_login", "wechat_id", "lark_id", "oidc_id", "telegram_id", "email_verified", "aff_code", "inviter_id", "totp_confirmed_time", "notify_setting", "deletion_requested_time", "language"
  from "users"
  where "deleted_time" = ? and "id" = ?;

-- findByAccessTokenHash
select "id", "username", "display_name", "role", "status", "email", "avatar_url", "group", "quota", "used_quota", "uncollected", "request_count", "created_time", "last_login_time", "last_login_ip", "deleted_time", "github_id", "github_login", "wechat_id", "lark_id", "oidc_id", "telegram_id", "email_verified", "aff_code", "inviter_id", "totp_confirmed_time", "notify_setting", "deletion_requested_time", "language"
  from "users"
  where "deleted_time" = ? and "access_token_hash" = ?;

-- findByUsername
select "id", "username", "display_name", "role", "status", "email", "avatar_url", "group", "quota", "used_quota", "uncollected", "request_count", "created_time", "last_login_time", "last_login_ip", "deleted_time", "github_id", "github_login", "wechat_id", "lark_id", "oidc_id", "telegram_id", "email_verified", "aff_code", "inviter_id", "totp_confirmed_time", "notify_setting", "deletion_requested_time", "language", "password_hash"
  from "users"
  where "deleted_time" = ? and lower(username) = lower(?);

-- findByEmail
select "id", "username", "display_name", "role", "status", "email", "avatar_url", "group", "quota", "used_quota", "uncollected", "request_count", "created_time", "last_login_time", "last_login_ip", "deleted_time", "github_id", "github_login", "wechat_id", "lark_id", "oidc_id", "telegram_id", "email_verified", "aff_code", "inviter_id", "totp_confirmed_time", "notify_setting", "deletion_requested_time", "language", "password_hash"
  from "users"
  where "deleted_time" = ? and "email" = ? and "email" != ?
  limit ?;

-- findByLink
select "id", "username", "display_name", "role", "status", "email", "avatar_url", "group", "quota", "used_quota", "uncollected", "request_count", "created_time", "last_login_time", "last_login_ip", "deleted_time", "github_id", "github_login", "wechat_id", "lark_id", "oidc_id", "telegram_id", "email_verified", "aff_code", "inviter_id", "totp_confirmed_time", "notify_setting", "deletion_requested_time", "language"
  from "users"
  where "deleted_time" = ? and "github_id" = ? and "github_id" != ?;

-- findByOldGitHubLogin
select "id", "username", "display_name", "role", "status", "email", "avatar_url", "group", "quota", "used_quota", "uncollected", "request_count", "created_time", "last_login_time", "last_login_ip", "deleted_time", "github_id", "github_login", "wechat_id", "lark_id", "oidc_id", "telegram_id", "email_verified", "aff_code", "inviter_id", "totp_confirmed_time", "notify_setting", "deletion_requested_time", "language"
  from "users"
  where "deleted_time" = ? and lower(github_login) = lower(?) and "github_login" != ? and "github_id" = ?
  limit ?;

-- link
update "users"
  set "github_id" = ?, "github_login" = ?
  where "id" = ? and "deleted_time" = ? and "github_id" in (?, ?);

-- unlink, of GitHub
update "users"
  set "github_id" = ?, "github_login" = ?
  where "id" = ?;

-- unlink, of another service
update "users"
  set "lark_id" = ?
  where "id" = ?;

-- lock
update "users"
  set "status" = "status"
  where "id" = ?;

-- hasWayIn
select "id"
  from "users"
  where "deleted_time" = ? and "id" = ? and ("password_hash" != ? or exists (select "id" from "passkeys" where "user_id" = ?) or "github_id" != ? or "oidc_id" != ?);

-- findByAffCode
select "id", "username", "display_name", "role", "status", "email", "avatar_url", "group", "quota", "used_quota", "uncollected", "request_count", "created_time", "last_login_time", "last_login_ip", "deleted_time", "github_id", "github_login", "wechat_id", "lark_id", "oidc_id", "telegram_id", "email_verified", "aff_code", "inviter_id", "totp_confirmed_time", "notify_setting", "deletion_requested_time", "language"
  from "users"
  where "deleted_time" = ? and "aff_code" = ? and "aff_code" != ?;

-- findWhichSecrets
select "password_hash", "access_token_hash"
  from "users"
  where "deleted_time" = ? and "id" = ?;

-- findPasswordHash
select "password_hash"
  from "users"
  where "deleted_time" = ? and "id" = ?;

-- findIdsByUsername
select "id"
  from "users"
  where "username" = ?;

-- any
select "id"
  from "users"
  limit ?;

-- insert
insert into "users" ("username", "password_hash", "display_name", "role", "status", "email", "avatar_url", "group", "quota", "used_quota", "request_count", "access_token_hash", "created_time", "last_login_time", "last_login_ip", "deleted_time", "github_id", "github_login", "wechat_id", "lark_id", "oidc_id", "telegram_id", "email_verified", "aff_code", "inviter_id", "totp_secret_encrypted", "totp_confirmed_time", "totp_last_step", "notify_setting", "deletion_requested_time", "language", "welcome_due", "uncollected", "budget_period", "budget_quota", "budget_start", "budget_used", "balance_reminded")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  returning "id";

-- findReachable
select "id", "username", "display_name", "role", "status", "email", "avatar_url", "group", "quota", "used_quota", "uncollected", "request_count", "created_time", "last_login_time", "last_login_ip", "deleted_time", "github_id", "github_login", "wechat_id", "lark_id", "oidc_id", "telegram_id", "email_verified", "aff_code", "inviter_id", "totp_confirmed_time", "notify_setting", "deletion_requested_time", "language"
  from "users"
  where "deleted_time" = ? and "role" >= ? and "status" = ? and "email" != ?
  order by "id";

-- spendersSince
select "id", "username", "display_name", "role", "status", "email", "avatar_url", "group", "quota", "used_quota", "uncollected", "request_count", "created_time", "last_login_time", "last_login_ip", "deleted_time", "github_id", "github_login", "wechat_id", "lark_id", "oidc_id", "telegram_id", "email_verified", "aff_code", "inviter_id", "totp_confirmed_time", "notify_setting", "deletion_requested_time", "language"
  from "users"
  where "deleted_time" = ? and "status" = ? and "id" in (select "user_id" from "usage_hourly" where "hour" >= ? and "quota" > ?)
  order by "id";

-- reminded
select "id", "notify_setting", "quota" + (select coalesce(sum("amount"), 0) as "held" from "leases" where "kind" = ? and "owner_id" = "users"."id") as "balance"
  from "users"
  where "deleted_time" = ? and balance_reminded <> 0;

-- setReminded
update "users"
  set "balance_reminded" = ?
  where "id" = ? and "balance_reminded" != ?;

-- withWelcomeDue
select "id", "welcome_due"
  from "users"
  where "welcome_due" != ? and "created_time" <= ?
  order by "id"
  limit ?;

-- giveAffCode
update "users"
  set "aff_code" = ?
  where "id" = ? and "aff_code" = ?;

-- updateBelow, whatever the role
update "users"
  set "status" = ?
  where "id" = ? and "deleted_time" = ?;

-- updateBelow, of a user of a lower role
update "users"
  set "status" = ?
  where "id" = ? and "deleted_time" = ? and "role" < ?;

-- update
update "users"
  set "status" = ?, "display_name" = ?
  where "id" = ?;
