-- find
select "id", "name", "type", "status", "status_reason", "key_count", "key_hint", "base_url", "groups", "models", "tag", "priority", "weight", "model_mapping", "model_headers", "custom_parameter", "proxy", "test_model", "other", "only_chat", "pre_cost", "disabled_stream", "plugin", "connect_timeout", "first_byte_timeout", "idle_timeout", "total_timeout", "created_time", "test_time", "response_time", "used_quota", "balance", "balance_updated_time", "base_url_trusted", "proxy_trusted", "unsupported_endpoints", "status_problem", "capabilities", "model_check"
  from "channels"
  where "deleted_time" = $1 and "id" = $2;

-- findWithReach
select "id", "name", "type", "status", "status_reason", "key_count", "key_hint", "base_url", "groups", "models", "tag", "priority", "weight", "model_mapping", "model_headers", "custom_parameter", "proxy", "test_model", "other", "only_chat", "pre_cost", "disabled_stream", "plugin", "connect_timeout", "first_byte_timeout", "idle_timeout", "total_timeout", "created_time", "test_time", "response_time", "used_quota", "balance", "balance_updated_time", "base_url_trusted", "proxy_trusted", "unsupported_endpoints", "status_problem", "capabilities", "model_check", "key_encrypted"
  from "channels"
  where "deleted_time" = $1 and "id" = $2;

-- allWithStatus
select "id", "name", "type", "status", "status_reason", "key_count", "key_hint", "base_url", "groups", "models", "tag", "priority", "weight", "model_mapping", "model_headers", "custom_parameter", "proxy", "test_model", "other", "only_chat", "pre_cost", "disabled_stream", "plugin", "connect_timeout", "first_byte_timeout", "idle_timeout", "total_timeout", "created_time", "test_time", "response_time", "used_quota", "balance", "balance_updated_time", "base_url_trusted", "proxy_trusted", "unsupported_endpoints", "status_problem", "capabilities", "model_check"
  from "channels"
  where "deleted_time" = $1 and "status" in ($2, $3)
  order by "id";

-- statusesOf
select "id", "status"
  from "channels"
  where "deleted_time" = $1 and "id" in ($2, $3);

-- page, of all
select "id", "name", "type", "status", "status_reason", "key_count", "key_hint", "base_url", "groups", "models", "tag", "priority", "weight", "model_mapping", "model_headers", "custom_parameter", "proxy", "test_model", "other", "only_chat", "pre_cost", "disabled_stream", "plugin", "connect_timeout", "first_byte_timeout", "idle_timeout", "total_timeout", "created_time", "test_time", "response_time", "used_quota", "balance", "balance_updated_time", "base_url_trusted", "proxy_trusted", "unsupported_endpoints", "status_problem", "capabilities", "model_check"
  from "channels"
  where "deleted_time" = $1
  order by "name" desc, "id" desc
  limit $2
  offset $3;
select count(*) as "count"
  from "channels"
  where "deleted_time" = $1;

-- page, by every field
select "id", "name", "type", "status", "status_reason", "key_count", "key_hint", "base_url", "groups", "models", "tag", "priority", "weight", "model_mapping", "model_headers", "custom_parameter", "proxy", "test_model", "other", "only_chat", "pre_cost", "disabled_stream", "plugin", "connect_timeout", "first_byte_timeout", "idle_timeout", "total_timeout", "created_time", "test_time", "response_time", "used_quota", "balance", "balance_updated_time", "base_url_trusted", "proxy_trusted", "unsupported_endpoints", "status_problem", "capabilities", "model_check"
  from "channels"
  where "deleted_time" = $1 and (lower("name") like lower($2) escape '\' or lower("tag") like lower($3) escape '\') and "type" = $4 and "status" = $5 and "tag" = $6 and lower("groups") like lower($7) escape '\' and lower("models") like lower($8) escape '\' and lower("other") like lower($9) escape '\' and lower("test_model") like lower($10) escape '\' and "key_hint" = $11 and "tag" = $12
  order by "name" desc, "id" desc
  limit $13
  offset $14;
select count(*) as "count"
  from "channels"
  where "deleted_time" = $1 and (lower("name") like lower($2) escape '\' or lower("tag") like lower($3) escape '\') and "type" = $4 and "status" = $5 and "tag" = $6 and lower("groups") like lower($7) escape '\' and lower("models") like lower($8) escape '\' and lower("other") like lower($9) escape '\' and lower("test_model") like lower($10) escape '\' and "key_hint" = $11 and "tag" = $12;

-- page, one for each tag
select "id", "name", "type", "status", "status_reason", "key_count", "key_hint", "base_url", "groups", "models", "tag", "priority", "weight", "model_mapping", "model_headers", "custom_parameter", "proxy", "test_model", "other", "only_chat", "pre_cost", "disabled_stream", "plugin", "connect_timeout", "first_byte_timeout", "idle_timeout", "total_timeout", "created_time", "test_time", "response_time", "used_quota", "balance", "balance_updated_time", "base_url_trusted", "proxy_trusted", "unsupported_endpoints", "status_problem", "capabilities", "model_check"
  from "channels"
  where "deleted_time" = $1 and "id" in (select max("id") as "id" from "channels" where "deleted_time" = $2 and "tag" <> $3 group by "tag")
  order by "name" desc, "id" desc
  limit $4
  offset $5;
select count(*) as "count"
  from "channels"
  where "deleted_time" = $1 and "id" in (select max("id") as "id" from "channels" where "deleted_time" = $2 and "tag" <> $3 group by "tag");

-- page, with one for each tag
select "id", "name", "type", "status", "status_reason", "key_count", "key_hint", "base_url", "groups", "models", "tag", "priority", "weight", "model_mapping", "model_headers", "custom_parameter", "proxy", "test_model", "other", "only_chat", "pre_cost", "disabled_stream", "plugin", "connect_timeout", "first_byte_timeout", "idle_timeout", "total_timeout", "created_time", "test_time", "response_time", "used_quota", "balance", "balance_updated_time", "base_url_trusted", "proxy_trusted", "unsupported_endpoints", "status_problem", "capabilities", "model_check"
  from "channels"
  where "deleted_time" = $1 and ("tag" = $2 or "id" in (select max("id") as "id" from "channels" where "deleted_time" = $3 and "tag" <> $4 group by "tag"))
  order by "name" desc, "id" desc
  limit $5
  offset $6;
select count(*) as "count"
  from "channels"
  where "deleted_time" = $1 and ("tag" = $2 or "id" in (select max("id") as "id" from "channels" where "deleted_time" = $3 and "tag" <> $4 group by "tag"));

-- tags
select distinct "tag"
  from "channels"
  where "deleted_time" = $1 and "tag" <> $2
  order by "tag";

-- taggedRows
select "id", "tag", "status", "used_quota", "priority"
  from "channels"
  where "deleted_time" = $1 and "tag" <> $2
  order by "tag", "id";

-- withIds
select "id", "name", "type", "status", "status_reason", "key_count", "key_hint", "base_url", "groups", "models", "tag", "priority", "weight", "model_mapping", "model_headers", "custom_parameter", "proxy", "test_model", "other", "only_chat", "pre_cost", "disabled_stream", "plugin", "connect_timeout", "first_byte_timeout", "idle_timeout", "total_timeout", "created_time", "test_time", "response_time", "used_quota", "balance", "balance_updated_time", "base_url_trusted", "proxy_trusted", "unsupported_endpoints", "status_problem", "capabilities", "model_check"
  from "channels"
  where "deleted_time" = $1 and "id" in ($2, $3)
  order by "id";

-- withTag
select "id", "name", "type", "status", "status_reason", "key_count", "key_hint", "base_url", "groups", "models", "tag", "priority", "weight", "model_mapping", "model_headers", "custom_parameter", "proxy", "test_model", "other", "only_chat", "pre_cost", "disabled_stream", "plugin", "connect_timeout", "first_byte_timeout", "idle_timeout", "total_timeout", "created_time", "test_time", "response_time", "used_quota", "balance", "balance_updated_time", "base_url_trusted", "proxy_trusted", "unsupported_endpoints", "status_problem", "capabilities", "model_check"
  from "channels"
  where "deleted_time" = $1 and "tag" = $2
  order by "id";

-- allOffers
select "id", "name", "type", "status", "groups", "models", "model_mapping", "model_check", "priority", "weight"
  from "channels"
  where "deleted_time" = $1
  order by "priority" desc, "id";

-- allPlugins
select "id", "plugin"
  from "channels"
  where "deleted_time" = $1
  order by "id";

-- namesOf
select "id", "name"
  from "channels"
  where "id" in ($1, $2);

-- any
select "id"
  from "channels"
  where "deleted_time" = $1
  limit $2;

-- insert
insert into "channels" ("name", "type", "status", "status_reason", "key_encrypted", "key_count", "key_hint", "base_url", "groups", "models", "tag", "priority", "weight", "model_mapping", "model_headers", "custom_parameter", "proxy", "test_model", "other", "only_chat", "pre_cost", "disabled_stream", "plugin", "connect_timeout", "first_byte_timeout", "idle_timeout", "total_timeout", "created_time", "test_time", "response_time", "used_quota", "balance", "balance_updated_time", "deleted_time", "base_url_trusted", "proxy_trusted", "unsupported_endpoints", "status_problem", "capabilities", "model_check")
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37, $38, $39, $40)
  returning "id";

-- update
update "channels"
  set "status" = $1, "tag" = $2
  where "id" in ($3, $4) and "deleted_time" = $5;

-- updateModels
update "channels"
  set "models" = $1
  where "id" = $2 and "models" = $3 and "deleted_time" = $4;

-- lockAtAddress
update "channels"
  set "status" = "status"
  where "id" = $1 and "deleted_time" = $2 and ("type" = $3 and "base_url" = $4 and "key_encrypted" = $5 and "proxy" = $6);

-- lockWithTag
update "channels"
  set "status" = "status"
  where "id" = $1 and "deleted_time" = $2 and "tag" = $3;

-- updateIfSameReach
update "channels"
  set "capabilities" = $1
  where "id" = $2 and "deleted_time" = $3 and ("type" = $4 and "base_url" = $5 and "other" = $6 and "key_encrypted" = $7 and "proxy" = $8 and "models" = $9 and "model_mapping" = $10 and "model_headers" = $11 and "custom_parameter" = $12 and "plugin" = $13);

-- changeUnsupported
update "channels"
  set "unsupported_endpoints" = $1
  where "id" = $2 and "type" = $3 and "base_url" = $4 and "other" = $5 and "unsupported_endpoints" = $6 and "deleted_time" = $7;

-- changeStatus, without a call
update "channels"
  set "status" = $1, "status_reason" = $2, "status_problem" = $3
  where "id" = $4 and "status" = $5 and "deleted_time" = $6;

-- changeStatus, after a call
update "channels"
  set "status" = $1, "status_reason" = $2, "status_problem" = $3
  where "id" = $4 and "status" = $5 and "deleted_time" = $6 and ("type" = $7 and "base_url" = $8 and "other" = $9 and "key_encrypted" = $10 and "proxy" = $11 and "models" = $12 and "model_mapping" = $13 and "model_headers" = $14 and "custom_parameter" = $15 and "plugin" = $16);
