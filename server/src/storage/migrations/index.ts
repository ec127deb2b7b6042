import { accounts } from "./0001-accounts.ts";
import { gateway } from "./0002-gateway.ts";
import { money } from "./0003-money.ts";
import { limits } from "./0004-limits.ts";
import { channelEvents } from "./0005-channel-events.ts";
import { identity } from "./0006-identity.ts";
import type { Migration } from "./migration.ts";

/** All migrations, oldest first. */
export const migrations: Migration[] = [accounts, gateway, money, limits, channelEvents, identity];
