-- writeBudget, with another period
update "users"
  set "budget_period" = ?, "budget_quota" = ?, "budget_used" = case when budget_period <> ? and budget_start <> ? then (select coalesce(sum(amount), 0) from budget_leases where kind = ? and owner_id = ? and period_start = ?) + (select coalesce(sum("user_term_amount"), 0) from holds where "user_id" = ? and "user_term_start" = ?) else budget_used end, "budget_start" = case when budget_period <> ? and budget_start <> ? then ? else budget_start end
  where "id" = ?;

-- writeBudget, removed, of a user of a lower role
update "users"
  set "budget_period" = ?, "budget_quota" = ?
  where "id" = ? and role < ?;
