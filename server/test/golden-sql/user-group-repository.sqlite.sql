-- find
select "id", "symbol", "name", "ratio", "api_rate", "tokens_per_minute", "concurrency", "public", "promotion", "min", "max", "enable"
  from "user_groups"
  where "id" = ?;

-- findBySymbol
select "id", "symbol", "name", "ratio", "api_rate", "tokens_per_minute", "concurrency", "public", "promotion", "min", "max", "enable"
  from "user_groups"
  where "symbol" = ?;

-- all
select "id", "symbol", "name", "ratio", "api_rate", "tokens_per_minute", "concurrency", "public", "promotion", "min", "max", "enable"
  from "user_groups"
  order by "id";

-- use
select (select count(*) from users where users."group" = user_groups.symbol and users.deleted_time = 0) as "users", (select count(*) from tokens where (tokens."group" = user_groups.symbol or tokens.backup_group = user_groups.symbol) and tokens.deleted_time = 0) as "tokens", (select count(*) from channels where channels.deleted_time = 0 and channels.groups like '%"' || replace(user_groups.symbol, '_', '\_') || '"%' escape '\') as "channels"
  from "user_groups"
  where "id" = ?;

-- page, of all
select "id", "symbol", "name", "ratio", "api_rate", "tokens_per_minute", "concurrency", "public", "promotion", "min", "max", "enable", (select count(*) from users where users."group" = user_groups.symbol and users.deleted_time = 0) as "users", (select count(*) from tokens where (tokens."group" = user_groups.symbol or tokens.backup_group = user_groups.symbol) and tokens.deleted_time = 0) as "tokens", (select count(*) from channels where channels.deleted_time = 0 and channels.groups like '%"' || replace(user_groups.symbol, '_', '\_') || '"%' escape '\') as "channels"
  from "user_groups"
  order by "name" desc, "id" desc
  limit ?
  offset ?;
select count(*) as "count"
  from "user_groups";

-- page, by keyword
select "id", "symbol", "name", "ratio", "api_rate", "tokens_per_minute", "concurrency", "public", "promotion", "min", "max", "enable", (select count(*) from users where users."group" = user_groups.symbol and users.deleted_time = 0) as "users", (select count(*) from tokens where (tokens."group" = user_groups.symbol or tokens.backup_group = user_groups.symbol) and tokens.deleted_time = 0) as "tokens", (select count(*) from channels where channels.deleted_time = 0 and channels.groups like '%"' || replace(user_groups.symbol, '_', '\_') || '"%' escape '\') as "channels"
  from "user_groups"
  where (lower("symbol") like lower(?) escape '\' or lower("name") like lower(?) escape '\')
  order by "name" desc, "id" desc
  limit ?
  offset ?;
select count(*) as "count"
  from "user_groups"
  where (lower("symbol") like lower(?) escape '\' or lower("name") like lower(?) escape '\');

-- insert
insert into "user_groups" ("symbol", "name", "ratio", "api_rate", "public", "promotion", "min", "max", "enable", "tokens_per_minute", "concurrency")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict ("symbol") do nothing
  returning "id";

-- insertMissing
insert into "user_groups" ("symbol", "name", "ratio", "api_rate", "public", "promotion", "min", "max", "enable", "tokens_per_minute", "concurrency")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict ("symbol") do nothing;

-- update
update "user_groups"
  set "ratio" = ?
  where "id" = ?;

-- setRatio
update "user_groups"
  set "ratio" = ?
  where "symbol" = ?;

-- delete
delete
  from "user_groups"
  where "id" = ?;
