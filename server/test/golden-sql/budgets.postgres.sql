-- writeBudget, with another period
update "users"
  set "budget_period" = $1, "budget_quota" = $2, "budget_used" = case when budget_period <> $3 and budget_start <> $4 then (select coalesce(sum(amount), 0) from budget_leases where kind = $5 and owner_id = $6 and period_start = $7) + (select coalesce(sum("user_term_amount"), 0) from holds where "user_id" = $8 and "user_term_start" = $9) else budget_used end, "budget_start" = case when budget_period <> $10 and budget_start <> $11 then $12 else budget_start end
  where "id" = $13;

-- writeBudget, removed, of a user of a lower role
update "users"
  set "budget_period" = $1, "budget_quota" = $2
  where "id" = $3 and role < $4;
