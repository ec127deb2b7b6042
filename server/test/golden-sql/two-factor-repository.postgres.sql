-- find
select "id", "totp_secret_encrypted", "totp_confirmed_time", "totp_last_step"
  from "users"
  where "id" = $1 and "deleted_time" = $2;

-- begin
update "users"
  set "totp_secret_encrypted" = $1, "totp_last_step" = $2
  where "id" = $3 and "totp_confirmed_time" = $4;

-- confirm
update "users"
  set "totp_confirmed_time" = $1, "totp_last_step" = $2
  where "id" = $3 and "totp_confirmed_time" = $4 and "totp_secret_encrypted" = $5;

-- takeStep
update "users"
  set "totp_last_step" = $1
  where "id" = $2 and "totp_confirmed_time" != $3 and "totp_last_step" < $4;

-- remove
update "users"
  set "totp_secret_encrypted" = $1, "totp_confirmed_time" = $2, "totp_last_step" = $3
  where "id" = $4;
