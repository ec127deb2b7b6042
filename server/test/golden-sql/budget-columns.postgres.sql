-- readUserBudget
select "budget_period", "budget_quota", "budget_start", "budget_used", coalesce((select sum(held.amount) from budget_leases as held where held.kind = 'user' and held.owner_id = "users"."id" and held.period_start = "users"."budget_start"), 0) as "budget_leased"
  from "users"
  where "id" = $1;
