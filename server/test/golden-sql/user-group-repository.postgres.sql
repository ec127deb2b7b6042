-- find
select "id", "symbol", "name", "ratio", "api_rate", "tokens_per_minute", "concurrency", "public", "promotion", "min", "max", "enable"
  from "user_groups"
  where "id" = $1;

-- findBySymbol
select "id", "symbol", "name", "ratio", "api_rate", "tokens_per_minute", "concurrency", "public", "promotion", "min", "max", "enable"
  from "user_groups"
  where "symbol" = $1;

-- all
select "id", "symbol", "name", "ratio", "api_rate", "tokens_per_minute", "concurrency", "public", "promotion", "min", "max", "enable"
  from "user_groups"
  order by "id";

-- use
select (select count(*) from users where users."group" = user_groups.symbol and users.deleted_time = 0) as "users", (select count(*) from tokens where (tokens."group" = user_groups.symbol or tokens.backup_group = user_groups.symbol) and tokens.deleted_time = 0) as "tokens", (select count(*) from channels where channels.deleted_time = 0 and channels.groups like '%"' || replace(user_groups.symbol, '_', '\_') || '"%' escape '\') as "channels"
  from "user_groups"
  where "id" = $1;

-- page, of all
select "id", "symbol", "name", "ratio", "api_rate", "tokens_per_minute", "concurrency", "public", "promotion", "min", "max", "enable", (select count(*) from users where users."group" = user_groups.symbol and users.deleted_time = 0) as "users", (select count(*) from tokens where (tokens."group" = user_groups.symbol or tokens.backup_group = user_groups.symbol) and tokens.deleted_time = 0) as "tokens", (select count(*) from channels where channels.deleted_time = 0 and channels.groups like '%"' || replace(user_groups.symbol, '_', '\_') || '"%' escape '\') as "channels"
  from "user_groups"
  order by "name" desc, "id" desc
  limit $1
  offset $2;
select count(*) as "count"
  from "user_groups";

-- page, by keyword
select "id", "symbol", "name", "ratio", "api_rate", "tokens_per_minute", "concurrency", "public", "promotion", "min", "max", "enable", (select count(*) from users where users."group" = user_groups.symbol and users.deleted_time = 0) as "users", (select count(*) from tokens where (tokens."group" = user_groups.symbol or tokens.backup_group = user_groups.symbol) and tokens.deleted_time = 0) as "tokens", (select count(*) from channels where channels.deleted_time = 0 and channels.groups like '%"' || replace(user_groups.symbol, '_', '\_') || '"%' escape '\') as "channels"
  from "user_groups"
  where (lower("symbol") like lower($1) escape '\' or lower("name") like lower($2) escape '\')
  order by "name" desc, "id" desc
  limit $3
  offset $4;
select count(*) as "count"
  from "user_groups"
  where (lower("symbol") like lower($1) escape '\' or lower("name") like lower($2) escape '\');

-- insert
insert into "user_groups" ("symbol", "name", "ratio", "api_rate", "public", "promotion", "min", "max", "enable", "tokens_per_minute", "concurrency")
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
  on conflict ("symbol") do nothing
  returning "id";

-- insertMissing
insert into "user_groups" ("symbol", "name", "ratio", "api_rate", "public", "promotion", "min", "max", "enable", "tokens_per_minute", "concurrency")
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11), ($12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22)
  on conflict ("symbol") do nothing;

-- update
update "user_groups"
  set "ratio" = $1
  where "id" = $2;

-- setRatio
update "user_groups"
  set "ratio" = $1
  where "symbol" = $2;

-- delete
delete
  from "user_groups"
  where "id" = $1;
