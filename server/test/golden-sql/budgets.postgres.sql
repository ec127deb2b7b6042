-- writeBudget, with another period
update "users"
  set "budget_period" = $1, "budget_quota" = $2, "budget_used" = case when budget_period <> $3 and budget_start <> $4 then 0 else budget_used end, "budget_start" = case when budget_period <> $5 and budget_start <> $6 then $7 else budget_start end
  where "id" = $8;

-- writeBudget, removed, of a user of a lower role
update "users"
  set "budget_period" = $1, "budget_quota" = $2
  where "id" = $3 and role < $4;

-- readBudgetLeft
select "budget_period", "budget_quota", "budget_start", "budget_used"
  from "tokens"
  where "id" = $1;
