-- sealOldChannels
select "id", "key_encrypted", "proxy", "model_headers", "custom_parameter", "plugin"
  from "channels"
  where (("proxy" not in (?, ?) and "proxy" not like ?) or ("model_headers" not in (?, ?) and "model_headers" not like ?) or ("custom_parameter" not in (?, ?) and "custom_parameter" not like ?) or ("plugin" not in (?, ?) and "plugin" not like ?));
update "channels"
  set "proxy" = ?
  where "id" = ? and "proxy" = ?;
