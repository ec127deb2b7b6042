-- readRootAccess
select "id", "github_id", "wechat_id", "lark_id", "oidc_id"
  from "users"
  where "role" = ? and "status" = ? and "deleted_time" = ?;
select "user_id"
  from "passkeys"
  where "user_id" in (?);
