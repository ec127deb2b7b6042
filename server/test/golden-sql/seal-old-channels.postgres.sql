-- sealOldChannels
select "id", "key_encrypted", "proxy", "model_headers", "custom_parameter", "plugin"
  from "channels"
  where (("proxy" not in ($1, $2) and "proxy" not like $3) or ("model_headers" not in ($4, $5) and "model_headers" not like $6) or ("custom_parameter" not in ($7, $8) and "custom_parameter" not like $9) or ("plugin" not in ($10, $11) and "plugin" not like $12));
update "channels"
  set "proxy" = $1
  where "id" = $2 and "proxy" = $3;
