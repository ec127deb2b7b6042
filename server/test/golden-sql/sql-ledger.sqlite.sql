-- credit, with a log row
begin;
insert into "ledger_entries" ("id", "user_id", "kind", "amount", "created_at", "remark")
  values (?, ?, ?, ?, ?, ?)
  on conflict ("id") do nothing;
update "users"
  set "quota" = "quota" + ?
  where "id" = ? and "quota" >= ?;
insert into "logs" ("created_at", "content", "user_id", "username", "token_id", "token_name", "model_name", "quota", "prompt_tokens", "completion_tokens", "channel_id", "request_time", "is_stream", "source_ip", "request_id", "outcome", "metadata", "type")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
select "quota", "uncollected"
  from "users"
  where "id" = ?;
insert into "ledger_entries" ("id", "user_id", "kind", "amount", "created_at", "remark")
  values (?, ?, ?, ?, ?, ?)
  on conflict ("id") do nothing;
update "users"
  set "quota" = "quota" - ?, "uncollected" = "uncollected" - ?
  where "id" = ?;
insert into "logs" ("created_at", "content", "user_id", "username", "token_id", "token_name", "model_name", "quota", "prompt_tokens", "completion_tokens", "channel_id", "request_time", "is_stream", "source_ip", "request_id", "outcome", "metadata", "type")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
commit;

-- credit, of a user of a lower role
begin;
insert into "ledger_entries" ("id", "user_id", "kind", "amount", "created_at", "remark")
  values (?, ?, ?, ?, ?, ?)
  on conflict ("id") do nothing;
update "users"
  set "quota" = "quota" + ?
  where "id" = ? and "quota" >= ? and "role" < ?;
select "quota", "uncollected"
  from "users"
  where "id" = ?;
insert into "ledger_entries" ("id", "user_id", "kind", "amount", "created_at", "remark")
  values (?, ?, ?, ?, ?, ?)
  on conflict ("id") do nothing;
update "users"
  set "quota" = "quota" - ?, "uncollected" = "uncollected" - ?
  where "id" = ?;
commit;

-- credit, and what belongs to it
begin;
insert into "ledger_entries" ("id", "user_id", "kind", "amount", "created_at", "remark")
  values (?, ?, ?, ?, ?, ?)
  on conflict ("id") do nothing;
update "users"
  set "quota" = "quota" + ?
  where "id" = ? and "quota" >= ?;
select "quota", "uncollected"
  from "users"
  where "id" = ?;
insert into "ledger_entries" ("id", "user_id", "kind", "amount", "created_at", "remark")
  values (?, ?, ?, ?, ?, ?)
  on conflict ("id") do nothing;
update "users"
  set "quota" = "quota" - ?, "uncollected" = "uncollected" - ?
  where "id" = ?;
select "quota" + (select coalesce(sum("amount"), 0) as "held" from "leases" where "kind" = ? and "owner_id" = "users"."id") as "balance"
  from "users"
  where "id" = ?;
commit;

-- debit
begin;
insert into "ledger_entries" ("id", "user_id", "kind", "amount", "created_at", "remark")
  values (?, ?, ?, ?, ?, ?)
  on conflict ("id") do nothing;
update "users"
  set "quota" = "quota" + ?
  where "id" = ? and "quota" >= ?;
commit;

-- reverse, with a log row
begin;
select "quota", "uncollected"
  from "users"
  where "id" = ?;
insert into "ledger_entries" ("id", "user_id", "kind", "amount", "created_at", "remark")
  values (?, ?, ?, ?, ?, ?)
  on conflict ("id") do nothing;
update "users"
  set "quota" = "quota" - ?, "uncollected" = "uncollected" + ?
  where "id" = ?;
insert into "logs" ("created_at", "content", "user_id", "username", "token_id", "token_name", "model_name", "quota", "prompt_tokens", "completion_tokens", "channel_id", "request_time", "is_stream", "source_ip", "request_id", "outcome", "metadata", "type")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
commit;

-- reverse, and what belongs to it
begin;
select "quota", "uncollected"
  from "users"
  where "id" = ?;
insert into "ledger_entries" ("id", "user_id", "kind", "amount", "created_at", "remark")
  values (?, ?, ?, ?, ?, ?)
  on conflict ("id") do nothing;
update "users"
  set "quota" = "quota" - ?, "uncollected" = "uncollected" + ?
  where "id" = ?;
select "quota" + (select coalesce(sum("amount"), 0) as "held" from "leases" where "kind" = ? and "owner_id" = "users"."id") as "balance"
  from "users"
  where "id" = ?;
commit;

-- setTokenQuota, with an amount
begin;
update "tokens"
  set "unlimited_quota" = ?, "remain_quota" = ? - (select coalesce(sum("amount"), 0) as "held" from "leases" where "kind" = ? and "owner_id" = ?)
  where "id" = ?;
commit;

-- setTokenQuota, without an amount
begin;
update "tokens"
  set "unlimited_quota" = ?
  where "id" = ?;
commit;

-- balanceOf
select "quota" + (select coalesce(sum("amount"), 0) as "held" from "leases" where "kind" = ? and "owner_id" = "users"."id") as "balance"
  from "users"
  where "id" = ?;
