-- readRootAccess
select "id", "github_id", "wechat_id", "lark_id", "oidc_id"
  from "users"
  where "role" = $1 and "status" = $2 and "deleted_time" = $3;
select "user_id"
  from "passkeys"
  where "user_id" in ($1);
