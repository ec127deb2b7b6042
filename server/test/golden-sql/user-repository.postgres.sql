-- find
select "id", "username", "display_name", "role", "status", "email", "avatar_url", "group", "quota", "used_quota", "uncollected", "request_count", "created_time", "last_login_time", "last_login_ip", "deleted_time", "github_id", "github_login", "wechat_id", "lark_id", "oidc_id", "telegram_id", "email_verified", "aff_code", "inviter_id", "totp_confirmed_time", "notify_setting", "deletion_requested_time", "language"
  from "users"
  where "deleted_time" = $1 and "id" = $2;

-- findByAccessTokenHash
select "id", "username", "display_name", "role", "status", "email", "avatar_url", "group", "quota", "used_quota", "uncollected", "request_count", "created_time", "last_login_time", "last_login_ip", "deleted_time", "github_id", "github_login", "wechat_id", "lark_id", "oidc_id", "telegram_id", "email_verified", "aff_code", "inviter_id", "totp_confirmed_time", "notify_setting", "deletion_requested_time", "language"
  from "users"
  where "deleted_time" = $1 and "access_token_hash" = $2;

-- findByUsername
select "id", "username", "display_name", "role", "status", "email", "avatar_url", "group", "quota", "used_quota", "uncollected", "request_count", "created_time", "last_login_time", "last_login_ip", "deleted_time", "github_id", "github_login", "wechat_id", "lark_id", "oidc_id", "telegram_id", "email_verified", "aff_code", "inviter_id", "totp_confirmed_time", "notify_setting", "deletion_requested_time", "language", "password_hash"
  from "users"
  where "deleted_time" = $1 and lower(username) = lower($2);

-- findByEmail
select "id", "username", "display_name", "role", "status", "email", "avatar_url", "group", "quota", "used_quota", "uncollected", "request_count", "created_time", "last_login_time", "last_login_ip", "deleted_time", "github_id", "github_login", "wechat_id", "lark_id", "oidc_id", "telegram_id", "email_verified", "aff_code", "inviter_id", "totp_confirmed_time", "notify_setting", "deletion_requested_time", "language", "password_hash"
  from "users"
  where "deleted_time" = $1 and "email" = $2 and "email" != $3
  limit $4;

-- findByLink
select "id", "username", "display_name", "role", "status", "email", "avatar_url", "group", "quota", "used_quota", "uncollected", "request_count", "created_time", "last_login_time", "last_login_ip", "deleted_time", "github_id", "github_login", "wechat_id", "lark_id", "oidc_id", "telegram_id", "email_verified", "aff_code", "inviter_id", "totp_confirmed_time", "notify_setting", "deletion_requested_time", "language"
  from "users"
  where "deleted_time" = $1 and "github_id" = $2 and "github_id" != $3;

-- findByOldGitHubLogin
select "id", "username", "display_name", "role", "status", "email", "avatar_url", "group", "quota", "used_quota", "uncollected", "request_count", "created_time", "last_login_time", "last_login_ip", "deleted_time", "github_id", "github_login", "wechat_id", "lark_id", "oidc_id", "telegram_id", "email_verified", "aff_code", "inviter_id", "totp_confirmed_time", "notify_setting", "deletion_requested_time", "language"
  from "users"
  where "deleted_time" = $1 and lower(github_login) = lower($2) and "github_login" != $3 and "github_id" = $4
  limit $5;

-- link
update "users"
  set "github_id" = $1, "github_login" = $2
  where "id" = $3 and "deleted_time" = $4 and "github_id" in ($5, $6);

-- unlink, of GitHub
update "users"
  set "github_id" = $1, "github_login" = $2
  where "id" = $3;

-- unlink, of another service
update "users"
  set "lark_id" = $1
  where "id" = $2;

-- lock
update "users"
  set "status" = "status"
  where "id" = $1;

-- hasWayIn
select "id"
  from "users"
  where "deleted_time" = $1 and "id" = $2 and ("password_hash" != $3 or exists (select "id" from "passkeys" where "user_id" = $4) or "github_id" != $5 or "oidc_id" != $6);

-- findByAffCode
select "id", "username", "display_name", "role", "status", "email", "avatar_url", "group", "quota", "used_quota", "uncollected", "request_count", "created_time", "last_login_time", "last_login_ip", "deleted_time", "github_id", "github_login", "wechat_id", "lark_id", "oidc_id", "telegram_id", "email_verified", "aff_code", "inviter_id", "totp_confirmed_time", "notify_setting", "deletion_requested_time", "language"
  from "users"
  where "deleted_time" = $1 and "aff_code" = $2 and "aff_code" != $3;

-- findWhichSecrets
select "password_hash", "access_token_hash"
  from "users"
  where "deleted_time" = $1 and "id" = $2;

-- findPasswordHash
select "password_hash"
  from "users"
  where "deleted_time" = $1 and "id" = $2;

-- findIdsByUsername
select "id"
  from "users"
  where "username" = $1;

-- any
select "id"
  from "users"
  limit $1;

-- insert
insert into "users" ("username", "password_hash", "display_name", "role", "status", "email", "avatar_url", "group", "quota", "used_quota", "request_count", "access_token_hash", "created_time", "last_login_time", "last_login_ip", "deleted_time", "github_id", "github_login", "wechat_id", "lark_id", "oidc_id", "telegram_id", "email_verified", "aff_code", "inviter_id", "totp_secret_encrypted", "totp_confirmed_time", "totp_last_step", "notify_setting", "deletion_requested_time", "language", "welcome_due", "uncollected", "budget_period", "budget_quota", "budget_start", "budget_used", "balance_reminded")
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37, $38)
  returning "id";

-- findReachable
select "id", "username", "display_name", "role", "status", "email", "avatar_url", "group", "quota", "used_quota", "uncollected", "request_count", "created_time", "last_login_time", "last_login_ip", "deleted_time", "github_id", "github_login", "wechat_id", "lark_id", "oidc_id", "telegram_id", "email_verified", "aff_code", "inviter_id", "totp_confirmed_time", "notify_setting", "deletion_requested_time", "language"
  from "users"
  where "deleted_time" = $1 and "role" >= $2 and "status" = $3 and "email" != $4
  order by "id";

-- spendersSince
select "id", "username", "display_name", "role", "status", "email", "avatar_url", "group", "quota", "used_quota", "uncollected", "request_count", "created_time", "last_login_time", "last_login_ip", "deleted_time", "github_id", "github_login", "wechat_id", "lark_id", "oidc_id", "telegram_id", "email_verified", "aff_code", "inviter_id", "totp_confirmed_time", "notify_setting", "deletion_requested_time", "language"
  from "users"
  where "deleted_time" = $1 and "status" = $2 and "id" in (select "user_id" from "usage_hourly" where "hour" >= $3 and "quota" > $4)
  order by "id";

-- reminded
select "id", "notify_setting", "quota" + (select coalesce(sum("amount"), 0) as "held" from "leases" where "kind" = $1 and "owner_id" = "users"."id") as "balance"
  from "users"
  where "deleted_time" = $2 and balance_reminded <> 0;

-- setReminded
update "users"
  set "balance_reminded" = $1
  where "id" = $2 and "balance_reminded" != $3;

-- withWelcomeDue
select "id", "welcome_due"
  from "users"
  where "welcome_due" != $1 and "created_time" <= $2
  order by "id"
  limit $3;

-- giveAffCode
update "users"
  set "aff_code" = $1
  where "id" = $2 and "aff_code" = $3;

-- updateBelow, whatever the role
update "users"
  set "status" = $1
  where "id" = $2 and "deleted_time" = $3;

-- updateBelow, of a user of a lower role
update "users"
  set "status" = $1
  where "id" = $2 and "deleted_time" = $3 and "role" < $4;

-- update
update "users"
  set "status" = $1, "display_name" = $2
  where "id" = $3;
