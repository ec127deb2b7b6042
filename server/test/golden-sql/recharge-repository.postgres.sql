-- groups
select "symbol", "name", "promotion", "min", "max", "enable"
  from "user_groups";

-- lockUser
select "username", "group"
  from "users"
  where "id" = $1 and "deleted_time" = $2 for update;

-- recharged
select (select coalesce(sum(amount), 0) from ledger_entries where kind <> 'usage' and user_id = $1 and kind in ('topup', 'redemption')) - (select coalesce(sum(refunded_quota), 0) from orders where user_id = $2) as recharged;

-- setGroup
update "users"
  set "group" = $1
  where "id" = $2;
