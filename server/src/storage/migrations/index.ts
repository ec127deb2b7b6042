import { accounts } from "./0001-accounts.ts";
import { gateway } from "./0002-gateway.ts";
import { money } from "./0003-money.ts";
import { limits } from "./0004-limits.ts";
import { channelEvents } from "./0005-channel-events.ts";
import { identity } from "./0006-identity.ts";
import { signInStates } from "./0007-sign-in-states.ts";
import { secondFactor } from "./0008-second-factor.ts";
import { mail } from "./0009-mail.ts";
import { auditTargets } from "./0010-audit-targets.ts";
import { uniqueAccounts } from "./0011-unique-accounts.ts";
import { logIndexes } from "./0012-log-indexes.ts";
import { responseOrigins } from "./0013-response-makers.ts";
import { responseTokens } from "./0014-response-tokens.ts";
import { channelTrust } from "./0015-channel-trust.ts";
import { uncollected } from "./0016-uncollected.ts";
import { callerChanges } from "./0017-caller-changes.ts";
import { translatedItems } from "./0018-translated-items.ts";
import { unsupportedEndpoints } from "./0019-unsupported-endpoints.ts";
import { modelCatalog } from "./0020-model-catalog.ts";
import { priceRules } from "./0021-price-rules.ts";
import { channelHealth } from "./0022-channel-health.ts";
import { budgets } from "./0023-budgets.ts";
import { logOutcomes } from "./0024-log-outcomes.ts";
import { captures } from "./0025-captures.ts";
import { payments } from "./0026-payments.ts";
import { redemptions } from "./0027-redemptions.ts";
import { invitations } from "./0028-invitations.ts";
import { statements } from "./0029-statements.ts";
import { usageFigures } from "./0030-usage-figures.ts";
import { announcements } from "./0031-announcements.ts";
import { tasks } from "./0032-tasks.ts";
import { notices } from "./0033-notices.ts";
import { telegram } from "./0034-telegram.ts";
import { telegramMessages } from "./0036-telegram-messages.ts";
import { figuresOfFourHours } from "./0035-figures-of-four-hours.ts";
import { taskTime } from "./0037-task-time.ts";
import { figuresOfWeeks } from "./0038-figures-of-weeks.ts";
import { itemsAsBytes } from "./0039-items-as-bytes.ts";
import { itemGroups } from "./0040-item-groups.ts";
import type { Migration } from "./migration.ts";

/** All migrations, oldest first. */
export const migrations: Migration[] = [
  accounts,
  gateway,
  money,
  limits,
  channelEvents,
  identity,
  signInStates,
  secondFactor,
  mail,
  auditTargets,
  uniqueAccounts,
  logIndexes,
  responseOrigins,
  responseTokens,
  channelTrust,
  uncollected,
  callerChanges,
  translatedItems,
  unsupportedEndpoints,
  modelCatalog,
  priceRules,
  channelHealth,
  budgets,
  logOutcomes,
  captures,
  payments,
  redemptions,
  invitations,
  statements,
  usageFigures,
  announcements,
  tasks,
  notices,
  telegram,
  figuresOfFourHours,
  telegramMessages,
  taskTime,
  figuresOfWeeks,
  itemsAsBytes,
  itemGroups,
];
