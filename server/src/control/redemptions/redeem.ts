import { limits } from "@tollgate/contract/limits";
import { logTypes } from "@tollgate/contract/log-types";
import { redemptionStatus } from "@tollgate/contract/redemptions";
import type { RateLimiter, RateRule } from "../../http/register-endpoint.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Clock } from "../../platform/clock.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import type { Database, TransactionQueries } from "../../storage/database.ts";
import {
  createRedemptionRepository,
  type RedemptionRow,
} from "../../storage/repositories/redemption-repository.ts";
import { hashRedemptionCode } from "../../storage/repositories/secret-columns.ts";
import type { Actor } from "../actor.ts";
import { shownStatus } from "./present.ts";

/** Wrong codes per user. */
export const userRule: RateRule = { limit: 10, seconds: 900 };
/** Wrong codes per address, which many users can share. */
export const addressRule: RateRule = { limit: 100, seconds: 900 };

interface RedeemDependencies {
  database: Database;
  ledger: Ledger<TransactionQueries>;
  secretBox: SecretBox;
  rateLimiter: RateLimiter;
  clock: Clock;
  /** Follow-up of a redeemed code in its transaction: group upgrades. */
  afterRedemption?: (queries: TransactionQueries, userId: number) => Promise<void>;
}

/** Adds a code's quota to the balance of its sender, once per code. */
export function createRedeem(deps: RedeemDependencies) {
  const { database, ledger, secretBox, rateLimiter, clock } = deps;
  const codes = createRedemptionRepository(database.queries);

  /** Counted before the code is looked up, so that parallel guesses count, too. */
  async function countAttempt({ id, ip }: Redeemer): Promise<void> {
    const waits = await Promise.all([
      rateLimiter.take(userKey(id), userRule),
      rateLimiter.take(addressKey(ip), addressRule),
    ]);
    const seconds = Math.max(...waits);
    if (seconds > 0) throw new AppError("redeem.too_many_attempts", { params: { seconds } });
  }

  /** True: booked. False: another request was faster, or the code was changed in the meantime. */
  async function book(actor: Redeemer, code: RedemptionRow): Promise<boolean> {
    const content = `Redeemed code …${code.code_hint}`;
    const log = { type: logTypes.topUp, username: actor.username, content, source_ip: actor.ip };
    const entry = {
      id: `redemption:${code.id}`,
      userId: actor.id,
      amount: code.quota,
      kind: "redemption",
      remark: content,
      log,
    };
    try {
      return await ledger.credit(entry, async (queries) => {
        const claimed = await createRedemptionRepository(queries).claim(code, actor.id, clock.now());
        if (!claimed) throw new NotClaimed();
        await deps.afterRedemption?.(queries, actor.id);
      });
    } catch (error) {
      if (error instanceof NotClaimed) return false;
      throw error;
    }
  }

  return {
    /**
     * Returns the quota that was added.
     * @throws AppError redeem.unknown, redeem.used, redeem.used_by_you, redeem.disabled, redeem.expired,
     * redeem.changed, redeem.balance_too_large, redeem.too_many_attempts
     */
    async redeem(actor: Redeemer, key: string): Promise<number> {
      await countAttempt(actor);
      const hash = hashRedemptionCode(secretBox, key);
      const find = async () => rejectUnusable(await codes.findByHash(hash), actor, clock.now());
      const code = await find();
      if ((await ledger.balanceOf(actor.id)) + code.quota > limits.quotaMax)
        throw new AppError("redeem.balance_too_large");
      if (!(await book(actor, code))) {
        await find();
        throw new AppError("redeem.changed");
      }
      await rateLimiter.forget(userKey(actor.id));
      return code.quota;
    },
  };
}

/** The account that a code is redeemed for. */
export type Redeemer = Pick<Actor, "id" | "username" | "ip">;

/** The conditional update of the code changed nothing; the booking is undone. */
class NotClaimed extends Error {
  override name = "NotClaimed";
}

const userKey = (id: number): string => `redeem-user:${id}`;
const addressKey = (ip: string): string => `redeem-address:${ip}`;

/** Only a complete code gets a specific reason. */
function rejectUnusable(code: RedemptionRow | undefined, { id }: Redeemer, now: number): RedemptionRow {
  if (!code) throw new AppError("redeem.unknown");
  const status = shownStatus(code, now);
  if (status === redemptionStatus.used)
    throw new AppError(code.used_user_id === id ? "redeem.used_by_you" : "redeem.used");
  if (status === redemptionStatus.disabled) throw new AppError("redeem.disabled");
  if (status === redemptionStatus.expired) throw new AppError("redeem.expired");
  return code;
}
