-- find
select "id", "totp_secret_encrypted", "totp_confirmed_time", "totp_last_step"
  from "users"
  where "id" = ? and "deleted_time" = ?;

-- begin
update "users"
  set "totp_secret_encrypted" = ?, "totp_last_step" = ?
  where "id" = ? and "totp_confirmed_time" = ?;

-- confirm
update "users"
  set "totp_confirmed_time" = ?, "totp_last_step" = ?
  where "id" = ? and "totp_confirmed_time" = ? and "totp_secret_encrypted" = ?;

-- takeStep
update "users"
  set "totp_last_step" = ?
  where "id" = ? and "totp_confirmed_time" != ? and "totp_last_step" < ?;

-- remove
update "users"
  set "totp_secret_encrypted" = ?, "totp_confirmed_time" = ?, "totp_last_step" = ?
  where "id" = ?;
