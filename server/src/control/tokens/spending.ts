import { actsBelow } from "@tollgate/contract/access";
import type { TokenSpending } from "@tollgate/contract/tokens";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../storage/database.ts";
import { createTokenUsageRepository } from "../../storage/repositories/token-usage-repository.ts";
import type { Actor } from "../actor.ts";

const daySeconds = 86_400;

/** Spending of tokens on each of the last days, today included. Tokens that the actor may not see are left out. */
export function createTokenSpending({ database, clock }: { database: Database; clock: Clock }) {
  const usage = createTokenUsageRepository(database.reads);
  return async function spending(actor: Actor, ids: number[], days: number): Promise<TokenSpending> {
    const today = Math.floor(clock.now() / daySeconds) * daySeconds;
    const dates = Array.from({ length: days }, (_, at) => today - (days - 1 - at) * daySeconds);
    const readable = await usage.readable(actor.id, ids, actsBelow(actor.role));
    const rows = readable.length === 0 ? [] : await usage.days(readable, dates[0] ?? today);
    const spent = new Map(rows.map((row) => [`${row.token_id} ${row.day}`, row.quota]));
    return {
      days: dates,
      tokens: readable.map((id) => ({ id, quota: dates.map((day) => spent.get(`${id} ${day}`) ?? 0) })),
    };
  };
}
