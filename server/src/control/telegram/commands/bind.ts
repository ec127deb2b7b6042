import { userStatus } from "@tollgate/contract/users";
import type { RateLimiter, RateRule } from "../../../http/register-endpoint.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Database } from "../../../storage/database.ts";
import { createUserRepository, type UserRow } from "../../../storage/repositories/user-repository.ts";
import type { Audit } from "../../audit.ts";
import type { BindCodes } from "../bind-codes.ts";
import { actorOf, type BotCommand, type Message, type Reply, shownName } from "./command.ts";

/** Wrong codes per sender. */
const wrongCodes: RateRule = { limit: 5, seconds: 900 };

export interface BindDependencies {
  database: Database;
  audit: Audit;
  codes: BindCodes;
  rateLimiter: RateLimiter;
  clock: Clock;
}

/** The account of the code cannot be bound: it is gone, disabled, or bound elsewhere. */
class NotBindable extends Error {
  override name = "NotBindable";
  readonly elsewhere: boolean;

  constructor(elsewhere: boolean) {
    super("not bindable");
    this.elsewhere = elsewhere;
  }
}

/** `/bind`: binds the sender to the account whose profile issued the code. */
export function createBind(deps: BindDependencies): BotCommand {
  const { database, codes } = deps;

  /** Code, link and audit entry together: a code that binds nothing is not used up. */
  function bind(code: string, senderId: number): Promise<UserRow | undefined> {
    return database.transaction(async (queries) => {
      const userId = await codes.take(queries, code);
      if (userId === undefined) return undefined;
      const users = createUserRepository(queries);
      const user = await users.find(userId);
      if (user?.status !== userStatus.enabled) throw new NotBindable(false);
      const linked = await users.link(userId, { column: "telegram_id", value: String(senderId) });
      if (!linked) throw new NotBindable(true);
      await deps.audit.record(queries, actorOf(user, senderId), {
        action: "user.link",
        target: { type: "user", id: userId },
        detail: { by: "telegram" },
      });
      return user;
    });
  }

  async function tryCode({ senderId, messages }: Message, code: string): Promise<Reply> {
    const key = `telegram-bind:${senderId}`;
    if ((await deps.rateLimiter.take(key, wrongCodes)) > 0) return { text: messages.tooManyMessages };
    try {
      const user = await bind(code, senderId);
      if (!user) return { text: messages.bindWrong };
      await deps.rateLimiter.forget(key);
      return { text: messages.bound(shownName(user.username)) };
    } catch (error) {
      if (error instanceof NotBindable)
        return { text: error.elsewhere ? messages.accountBoundElsewhere : messages.bindWrong };
      // Two codes of two accounts at the same moment: one of them won.
      if (database.dialect.isUniqueViolation(error)) return { text: messages.bindWrong };
      throw error;
    }
  }

  return {
    for: "private",
    async run(message) {
      const { user, messages, args } = message;
      if (user) return { text: messages.boundAlready(shownName(user.username)) };
      return args === ""
        ? { text: messages.bindPrompt, mode: "plain", prompt: true }
        : tryCode(message, args);
    },
  };
}

/** `/unbind`. The bot is no sign-in method, so this locks no one out. */
export function createUnbind({ database, audit }: Pick<BindDependencies, "database" | "audit">): BotCommand {
  return {
    for: "bound",
    async run({ user, senderId, messages }) {
      await database.transaction(async (queries) => {
        await createUserRepository(queries).unlink(user.id, "telegram_id");
        await audit.record(queries, actorOf(user, senderId), {
          action: "user.unlink",
          target: { type: "user", id: user.id },
          detail: { by: "telegram" },
        });
      });
      return { text: messages.unbound(shownName(user.username)) };
    },
  };
}
