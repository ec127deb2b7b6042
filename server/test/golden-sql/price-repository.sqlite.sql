-- all
select "model", "type", "channel_type", "input", "output", "locked", "extra_ratios", "rules"
  from "prices"
  order by "channel_type", "model";

-- find
select "model", "type", "channel_type", "input", "output", "locked", "extra_ratios", "rules"
  from "prices"
  where "model" = ?;

-- any
select "model"
  from "prices"
  limit ?;

-- insert
insert into "prices" ("model", "type", "channel_type", "input", "output", "locked", "extra_ratios", "rules")
  values (?, ?, ?, ?, ?, ?, ?, ?)
  on conflict ("model") do nothing;

-- put
insert into "prices" ("model", "type", "channel_type", "input", "output", "locked", "extra_ratios", "rules")
  values (?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?)
  on conflict ("model") do update
  set "type" = "excluded"."type", "channel_type" = "excluded"."channel_type", "input" = "excluded"."input", "output" = "excluded"."output", "locked" = "excluded"."locked", "extra_ratios" = "excluded"."extra_ratios", "rules" = "excluded"."rules";

-- insertMissing
insert into "prices" ("model", "type", "channel_type", "input", "output", "locked", "extra_ratios", "rules")
  values (?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?)
  on conflict ("model") do nothing;

-- update
update "prices"
  set "model" = ?, "type" = ?, "channel_type" = ?, "input" = ?, "output" = ?, "locked" = ?, "extra_ratios" = ?, "rules" = ?
  where "model" = ?;

-- delete
delete
  from "prices"
  where "model" in (?, ?);
