-- find
select "id", "name", "type", "status", "status_reason", "key_count", "key_hint", "base_url", "groups", "models", "tag", "priority", "weight", "model_mapping", "model_headers", "custom_parameter", "proxy", "test_model", "other", "only_chat", "pre_cost", "disabled_stream", "plugin", "connect_timeout", "first_byte_timeout", "idle_timeout", "total_timeout", "created_time", "test_time", "response_time", "used_quota", "balance", "balance_updated_time", "base_url_trusted", "proxy_trusted", "unsupported_endpoints", "status_problem", "capabilities", "model_check"
  from "channels"
  where "deleted_time" = ? and "id" = ?;

-- findWithReach
select "id", "name", "type", "status", "status_reason", "key_count", "key_hint", "base_url", "groups", "models", "tag", "priority", "weight", "model_mapping", "model_headers", "custom_parameter", "proxy", "test_model", "other", "only_chat", "pre_cost", "disabled_stream", "plugin", "connect_timeout", "first_byte_timeout", "idle_timeout", "total_timeout", "created_time", "test_time", "response_time", "used_quota", "balance", "balance_updated_time", "base_url_trusted", "proxy_trusted", "unsupported_endpoints", "status_problem", "capabilities", "model_check", "key_encrypted"
  from "channels"
  where "deleted_time" = ? and "id" = ?;

-- allWithStatus
select "id", "name", "type", "status", "status_reason", "key_count", "key_hint", "base_url", "groups", "models", "tag", "priority", "weight", "model_mapping", "model_headers", "custom_parameter", "proxy", "test_model", "other", "only_chat", "pre_cost", "disabled_stream", "plugin", "connect_timeout", "first_byte_timeout", "idle_timeout", "total_timeout", "created_time", "test_time", "response_time", "used_quota", "balance", "balance_updated_time", "base_url_trusted", "proxy_trusted", "unsupported_endpoints", "status_problem", "capabilities", "model_check"
  from "channels"
  where "deleted_time" = ? and "status" in (?, ?)
  order by "id";

-- statusesOf
select "id", "status"
  from "channels"
  where "deleted_time" = ? and "id" in (?, ?);

-- page, of all
select "id", "name", "type", "status", "status_reason", "key_count", "key_hint", "base_url", "groups", "models", "tag", "priority", "weight", "model_mapping", "model_headers", "custom_parameter", "proxy", "test_model", "other", "only_chat", "pre_cost", "disabled_stream", "plugin", "connect_timeout", "first_byte_timeout", "idle_timeout", "total_timeout", "created_time", "test_time", "response_time", "used_quota", "balance", "balance_updated_time", "base_url_trusted", "proxy_trusted", "unsupported_endpoints", "status_problem", "capabilities", "model_check"
  from "channels"
  where "deleted_time" = ?
  order by "name" desc, "id" desc
  limit ?
  offset ?;
select count(*) as "count"
  from "channels"
  where "deleted_time" = ?;

-- page, by every field
select "id", "name", "type", "status", "status_reason", "key_count", "key_hint", "base_url", "groups", "models", "tag", "priority", "weight", "model_mapping", "model_headers", "custom_parameter", "proxy", "test_model", "other", "only_chat", "pre_cost", "disabled_stream", "plugin", "connect_timeout", "first_byte_timeout", "idle_timeout", "total_timeout", "created_time", "test_time", "response_time", "used_quota", "balance", "balance_updated_time", "base_url_trusted", "proxy_trusted", "unsupported_endpoints", "status_problem", "capabilities", "model_check"
  from "channels"
  where "deleted_time" = ? and (lower("name") like lower(?) escape '\' or lower("tag") like lower(?) escape '\') and "type" = ? and "status" = ? and "tag" = ? and lower("groups") like lower(?) escape '\' and lower("models") like lower(?) escape '\' and lower("other") like lower(?) escape '\' and lower("test_model") like lower(?) escape '\' and "key_hint" = ? and "tag" = ?
  order by "name" desc, "id" desc
  limit ?
  offset ?;
select count(*) as "count"
  from "channels"
  where "deleted_time" = ? and (lower("name") like lower(?) escape '\' or lower("tag") like lower(?) escape '\') and "type" = ? and "status" = ? and "tag" = ? and lower("groups") like lower(?) escape '\' and lower("models") like lower(?) escape '\' and lower("other") like lower(?) escape '\' and lower("test_model") like lower(?) escape '\' and "key_hint" = ? and "tag" = ?;

-- page, one for each tag
select "id", "name", "type", "status", "status_reason", "key_count", "key_hint", "base_url", "groups", "models", "tag", "priority", "weight", "model_mapping", "model_headers", "custom_parameter", "proxy", "test_model", "other", "only_chat", "pre_cost", "disabled_stream", "plugin", "connect_timeout", "first_byte_timeout", "idle_timeout", "total_timeout", "created_time", "test_time", "response_time", "used_quota", "balance", "balance_updated_time", "base_url_trusted", "proxy_trusted", "unsupported_endpoints", "status_problem", "capabilities", "model_check"
  from "channels"
  where "deleted_time" = ? and "id" in (select max("id") as "id" from "channels" where "deleted_time" = ? and "tag" <> ? group by "tag")
  order by "name" desc, "id" desc
  limit ?
  offset ?;
select count(*) as "count"
  from "channels"
  where "deleted_time" = ? and "id" in (select max("id") as "id" from "channels" where "deleted_time" = ? and "tag" <> ? group by "tag");

-- page, with one for each tag
select "id", "name", "type", "status", "status_reason", "key_count", "key_hint", "base_url", "groups", "models", "tag", "priority", "weight", "model_mapping", "model_headers", "custom_parameter", "proxy", "test_model", "other", "only_chat", "pre_cost", "disabled_stream", "plugin", "connect_timeout", "first_byte_timeout", "idle_timeout", "total_timeout", "created_time", "test_time", "response_time", "used_quota", "balance", "balance_updated_time", "base_url_trusted", "proxy_trusted", "unsupported_endpoints", "status_problem", "capabilities", "model_check"
  from "channels"
  where "deleted_time" = ? and ("tag" = ? or "id" in (select max("id") as "id" from "channels" where "deleted_time" = ? and "tag" <> ? group by "tag"))
  order by "name" desc, "id" desc
  limit ?
  offset ?;
select count(*) as "count"
  from "channels"
  where "deleted_time" = ? and ("tag" = ? or "id" in (select max("id") as "id" from "channels" where "deleted_time" = ? and "tag" <> ? group by "tag"));

-- tags
select distinct "tag"
  from "channels"
  where "deleted_time" = ? and "tag" <> ?
  order by "tag";

-- taggedRows
select "id", "tag", "status", "used_quota", "priority"
  from "channels"
  where "deleted_time" = ? and "tag" <> ?
  order by "tag", "id";

-- withIds
select "id", "name", "type", "status", "status_reason", "key_count", "key_hint", "base_url", "groups", "models", "tag", "priority", "weight", "model_mapping", "model_headers", "custom_parameter", "proxy", "test_model", "other", "only_chat", "pre_cost", "disabled_stream", "plugin", "connect_timeout", "first_byte_timeout", "idle_timeout", "total_timeout", "created_time", "test_time", "response_time", "used_quota", "balance", "balance_updated_time", "base_url_trusted", "proxy_trusted", "unsupported_endpoints", "status_problem", "capabilities", "model_check"
  from "channels"
  where "deleted_time" = ? and "id" in (?, ?)
  order by "id";

-- withTag
select "id", "name", "type", "status", "status_reason", "key_count", "key_hint", "base_url", "groups", "models", "tag", "priority", "weight", "model_mapping", "model_headers", "custom_parameter", "proxy", "test_model", "other", "only_chat", "pre_cost", "disabled_stream", "plugin", "connect_timeout", "first_byte_timeout", "idle_timeout", "total_timeout", "created_time", "test_time", "response_time", "used_quota", "balance", "balance_updated_time", "base_url_trusted", "proxy_trusted", "unsupported_endpoints", "status_problem", "capabilities", "model_check"
  from "channels"
  where "deleted_time" = ? and "tag" = ?
  order by "id";

-- allOffers
select "id", "name", "type", "status", "groups", "models", "model_mapping", "model_check", "priority", "weight"
  from "channels"
  where "deleted_time" = ?
  order by "priority" desc, "id";

-- allPlugins
select "id", "plugin"
  from "channels"
  where "deleted_time" = ?
  order by "id";

-- namesOf
select "id", "name"
  from "channels"
  where "id" in (?, ?);

-- any
select "id"
  from "channels"
  where "deleted_time" = ?
  limit ?;

-- insert
insert into "channels" ("name", "type", "status", "status_reason", "key_encrypted", "key_count", "key_hint", "base_url", "groups", "models", "tag", "priority", "weight", "model_mapping", "model_headers", "custom_parameter", "proxy", "test_model", "other", "only_chat", "pre_cost", "disabled_stream", "plugin", "connect_timeout", "first_byte_timeout", "idle_timeout", "total_timeout", "created_time", "test_time", "response_time", "used_quota", "balance", "balance_updated_time", "deleted_time", "base_url_trusted", "proxy_trusted", "unsupported_endpoints", "status_problem", "capabilities", "model_check")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  returning "id";

-- update
update "channels"
  set "status" = ?, "tag" = ?
  where "id" in (?, ?) and "deleted_time" = ?;

-- updateModels
update "channels"
  set "models" = ?
  where "id" = ? and "models" = ? and "deleted_time" = ?;

-- lockAtAddress
update "channels"
  set "status" = "status"
  where "id" = ? and "deleted_time" = ? and ("type" = ? and "base_url" = ? and "key_encrypted" = ? and "proxy" = ?);

-- lockWithTag
update "channels"
  set "status" = "status"
  where "id" = ? and "deleted_time" = ? and "tag" = ?;

-- updateIfSameReach
update "channels"
  set "capabilities" = ?
  where "id" = ? and "deleted_time" = ? and ("type" = ? and "base_url" = ? and "other" = ? and "key_encrypted" = ? and "proxy" = ? and "models" = ? and "model_mapping" = ? and "model_headers" = ? and "custom_parameter" = ? and "plugin" = ?);

-- changeUnsupported
update "channels"
  set "unsupported_endpoints" = ?
  where "id" = ? and "type" = ? and "base_url" = ? and "other" = ? and "unsupported_endpoints" = ? and "deleted_time" = ?;

-- changeStatus, without a call
update "channels"
  set "status" = ?, "status_reason" = ?, "status_problem" = ?
  where "id" = ? and "status" = ? and "deleted_time" = ?;

-- changeStatus, after a call
update "channels"
  set "status" = ?, "status_reason" = ?, "status_problem" = ?
  where "id" = ? and "status" = ? and "deleted_time" = ? and ("type" = ? and "base_url" = ? and "other" = ? and "key_encrypted" = ? and "proxy" = ? and "models" = ? and "model_mapping" = ? and "model_headers" = ? and "custom_parameter" = ? and "plugin" = ?);
