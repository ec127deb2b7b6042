-- all
select "model", "type", "channel_type", "input", "output", "locked", "extra_ratios", "rules"
  from "prices"
  order by "channel_type", "model";

-- find
select "model", "type", "channel_type", "input", "output", "locked", "extra_ratios", "rules"
  from "prices"
  where "model" = $1;

-- any
select "model"
  from "prices"
  limit $1;

-- insert
insert into "prices" ("model", "type", "channel_type", "input", "output", "locked", "extra_ratios", "rules")
  values ($1, $2, $3, $4, $5, $6, $7, $8)
  on conflict ("model") do nothing;

-- put
insert into "prices" ("model", "type", "channel_type", "input", "output", "locked", "extra_ratios", "rules")
  values ($1, $2, $3, $4, $5, $6, $7, $8), ($9, $10, $11, $12, $13, $14, $15, $16)
  on conflict ("model") do update
  set "type" = "excluded"."type", "channel_type" = "excluded"."channel_type", "input" = "excluded"."input", "output" = "excluded"."output", "locked" = "excluded"."locked", "extra_ratios" = "excluded"."extra_ratios", "rules" = "excluded"."rules";

-- insertMissing
insert into "prices" ("model", "type", "channel_type", "input", "output", "locked", "extra_ratios", "rules")
  values ($1, $2, $3, $4, $5, $6, $7, $8), ($9, $10, $11, $12, $13, $14, $15, $16)
  on conflict ("model") do nothing;

-- update
update "prices"
  set "model" = $1, "type" = $2, "channel_type" = $3, "input" = $4, "output" = $5, "locked" = $6, "extra_ratios" = $7, "rules" = $8
  where "model" = $9;

-- delete
delete
  from "prices"
  where "model" in ($1, $2);
