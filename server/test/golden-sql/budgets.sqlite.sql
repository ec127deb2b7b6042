-- writeBudget, with another period
update "users"
  set "budget_period" = ?, "budget_quota" = ?, "budget_used" = case when budget_period <> ? and budget_start <> ? then 0 else budget_used end, "budget_start" = case when budget_period <> ? and budget_start <> ? then ? else budget_start end
  where "id" = ?;

-- writeBudget, removed, of a user of a lower role
update "users"
  set "budget_period" = ?, "budget_quota" = ?
  where "id" = ? and role < ?;

-- readBudgetLeft
select "budget_period", "budget_quota", "budget_start", "budget_used"
  from "tokens"
  where "id" = ?;
