-- credit, with a log row
begin;
insert into "ledger_entries" ("id", "user_id", "kind", "amount", "created_at", "remark")
  values ($1, $2, $3, $4, $5, $6)
  on conflict ("id") do nothing;
update "users"
  set "quota" = "quota" + $1
  where "id" = $2 and "quota" >= $3;
insert into "logs" ("created_at", "content", "user_id", "username", "token_id", "token_name", "model_name", "quota", "prompt_tokens", "completion_tokens", "channel_id", "request_time", "is_stream", "source_ip", "request_id", "outcome", "metadata", "type")
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18);
select "quota", "uncollected"
  from "users"
  where "id" = $1 for update;
insert into "ledger_entries" ("id", "user_id", "kind", "amount", "created_at", "remark")
  values ($1, $2, $3, $4, $5, $6)
  on conflict ("id") do nothing;
update "users"
  set "quota" = "quota" - $1, "uncollected" = "uncollected" - $2
  where "id" = $3;
insert into "logs" ("created_at", "content", "user_id", "username", "token_id", "token_name", "model_name", "quota", "prompt_tokens", "completion_tokens", "channel_id", "request_time", "is_stream", "source_ip", "request_id", "outcome", "metadata", "type")
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18);
commit;

-- credit, of a user of a lower role
begin;
insert into "ledger_entries" ("id", "user_id", "kind", "amount", "created_at", "remark")
  values ($1, $2, $3, $4, $5, $6)
  on conflict ("id") do nothing;
update "users"
  set "quota" = "quota" + $1
  where "id" = $2 and "quota" >= $3 and "role" < $4;
select "quota", "uncollected"
  from "users"
  where "id" = $1 for update;
insert into "ledger_entries" ("id", "user_id", "kind", "amount", "created_at", "remark")
  values ($1, $2, $3, $4, $5, $6)
  on conflict ("id") do nothing;
update "users"
  set "quota" = "quota" - $1, "uncollected" = "uncollected" - $2
  where "id" = $3;
commit;

-- credit, and what belongs to it
begin;
insert into "ledger_entries" ("id", "user_id", "kind", "amount", "created_at", "remark")
  values ($1, $2, $3, $4, $5, $6)
  on conflict ("id") do nothing;
update "users"
  set "quota" = "quota" + $1
  where "id" = $2 and "quota" >= $3;
select "quota", "uncollected"
  from "users"
  where "id" = $1 for update;
insert into "ledger_entries" ("id", "user_id", "kind", "amount", "created_at", "remark")
  values ($1, $2, $3, $4, $5, $6)
  on conflict ("id") do nothing;
update "users"
  set "quota" = "quota" - $1, "uncollected" = "uncollected" - $2
  where "id" = $3;
select "quota" + (select coalesce(sum("amount"), 0) as "held" from "leases" where "kind" = $1 and "owner_id" = "users"."id") as "balance"
  from "users"
  where "id" = $2;
commit;

-- debit
begin;
insert into "ledger_entries" ("id", "user_id", "kind", "amount", "created_at", "remark")
  values ($1, $2, $3, $4, $5, $6)
  on conflict ("id") do nothing;
update "users"
  set "quota" = "quota" + $1
  where "id" = $2 and "quota" >= $3;
commit;

-- reverse, with a log row
begin;
select "quota", "uncollected"
  from "users"
  where "id" = $1 for update;
insert into "ledger_entries" ("id", "user_id", "kind", "amount", "created_at", "remark")
  values ($1, $2, $3, $4, $5, $6)
  on conflict ("id") do nothing;
update "users"
  set "quota" = "quota" - $1, "uncollected" = "uncollected" + $2
  where "id" = $3;
insert into "logs" ("created_at", "content", "user_id", "username", "token_id", "token_name", "model_name", "quota", "prompt_tokens", "completion_tokens", "channel_id", "request_time", "is_stream", "source_ip", "request_id", "outcome", "metadata", "type")
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18);
commit;

-- reverse, and what belongs to it
begin;
select "quota", "uncollected"
  from "users"
  where "id" = $1 for update;
insert into "ledger_entries" ("id", "user_id", "kind", "amount", "created_at", "remark")
  values ($1, $2, $3, $4, $5, $6)
  on conflict ("id") do nothing;
update "users"
  set "quota" = "quota" - $1, "uncollected" = "uncollected" + $2
  where "id" = $3;
select "quota" + (select coalesce(sum("amount"), 0) as "held" from "leases" where "kind" = $1 and "owner_id" = "users"."id") as "balance"
  from "users"
  where "id" = $2;
commit;

-- setTokenQuota, with an amount
begin;
update "tokens"
  set "unlimited_quota" = $1, "remain_quota" = $2 - (select coalesce(sum("amount"), 0) as "held" from "leases" where "kind" = $3 and "owner_id" = $4)
  where "id" = $5;
commit;

-- setTokenQuota, without an amount
begin;
update "tokens"
  set "unlimited_quota" = $1
  where "id" = $2;
commit;

-- balanceOf
select "quota" + (select coalesce(sum("amount"), 0) as "held" from "leases" where "kind" = $1 and "owner_id" = "users"."id") as "balance"
  from "users"
  where "id" = $2;
