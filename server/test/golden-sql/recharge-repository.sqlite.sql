-- groups
select "symbol", "name", "promotion", "min", "max", "enable"
  from "user_groups";

-- lockUser
select "username", "group"
  from "users"
  where "id" = ? and "deleted_time" = ?;

-- recharged
select (select coalesce(sum(amount), 0) from ledger_entries where kind <> 'usage' and user_id = ? and kind in ('topup', 'redemption')) - (select coalesce(sum(refunded_quota), 0) from orders where user_id = ?) as recharged;

-- setGroup
update "users"
  set "group" = ?
  where "id" = ?;
