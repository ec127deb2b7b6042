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
