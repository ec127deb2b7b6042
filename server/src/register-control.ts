import type { ProviderDescriptor } from "@tollgate/contract/descriptor";
import type { FastifyInstance } from "fastify";
import { createAudit } from "./control/audit.ts";
import { registerAuthRoutes } from "./control/auth/routes.ts";
import { createAuthService } from "./control/auth/service.ts";
import { registerChannelRoutes } from "./control/channels/routes.ts";
import { type ChannelService, createChannelService } from "./control/channels/service.ts";
import { registerDashboardRoutes } from "./control/dashboard/routes.ts";
import { createDashboardService } from "./control/dashboard/service.ts";
import { registerGroupRoutes } from "./control/groups/routes.ts";
import { createGroupService } from "./control/groups/service.ts";
import { registerLogRoutes } from "./control/logs/routes.ts";
import { createLogService } from "./control/logs/service.ts";
import { registerModelRoutes } from "./control/models/routes.ts";
import { createModelService } from "./control/models/service.ts";
import { registerPricingRoutes } from "./control/pricing/routes.ts";
import { createPricingService } from "./control/pricing/service.ts";
import { registerProfileRoutes } from "./control/profile/routes.ts";
import { createProfileService } from "./control/profile/service.ts";
import type { SettingsService } from "./control/settings/service.ts";
import { registerSiteRoutes } from "./control/site/routes.ts";
import { createSiteService, type ProductInfo } from "./control/site/service.ts";
import { registerTokenRoutes } from "./control/tokens/routes.ts";
import { createTokenService } from "./control/tokens/service.ts";
import { createApiDocument, registerApiDocument } from "./http/api-document.ts";
import { apiBodyLimit } from "./http/create-server.ts";
import type { AddressRules, RateLimiter } from "./http/rate-limit.ts";
import { createRegisterEndpoint } from "./http/register-endpoint.ts";
import type { Ledger } from "./ledger/ledger.ts";
import type { Clock } from "./platform/clock.ts";
import type { Passwords } from "./platform/passwords.ts";
import type { SecretBox } from "./platform/secret-box.ts";
import type { ChannelProbe } from "./relay/probe-channel.ts";
import type { ChangeNotice } from "./snapshot/change-notice.ts";
import type { Database } from "./storage/database.ts";
import { createAuditRepository } from "./storage/repositories/audit-repository.ts";
import { createChannelRepository } from "./storage/repositories/channel-repository.ts";
import { createLogRepository } from "./storage/repositories/log-repository.ts";
import { createPriceRepository } from "./storage/repositories/price-repository.ts";
import { createSessionRepository } from "./storage/repositories/session-repository.ts";
import { createTokenRepository } from "./storage/repositories/token-repository.ts";
import { createUsageRepository } from "./storage/repositories/usage-repository.ts";
import { createUserGroupRepository } from "./storage/repositories/user-group-repository.ts";
import { createUserRepository } from "./storage/repositories/user-repository.ts";

export interface ControlDependencies {
  database: Database;
  ledger: Ledger;
  changeNotice: ChangeNotice;
  settings: SettingsService;
  probe: ChannelProbe;
  /** In the order that the type list shows. */
  providers: readonly { descriptor: ProviderDescriptor; balance?: object }[];
  secretBox: SecretBox;
  passwords: Passwords;
  rateLimiter: RateLimiter;
  addressRules: AddressRules;
  product: ProductInfo;
  clock: Clock;
  /** Tests: answers are checked against the contract. */
  checkAnswers?: boolean;
}

/** Features that other rooms call: relay-backing reports dead channels, jobs test them. */
export interface ControlServices {
  channels: ChannelService;
}

/** The console API: every feature, one line each, and the document over all of them. */
export async function registerControl(
  app: FastifyInstance,
  deps: ControlDependencies,
): Promise<ControlServices> {
  const { database, clock } = deps;
  const users = createUserRepository(database.queries);
  const groupRows = createUserGroupRepository(database.queries);
  const channelRows = createChannelRepository(database.queries);
  const tokenRows = createTokenRepository(database.queries);
  const prices = createPriceRepository(database.queries);
  const usage = createUsageRepository(database);
  const sessions = createSessionRepository(database.queries);
  const audit = createAudit({ entries: createAuditRepository(database.queries), clock });
  const shared = { ...deps, users, prices, usage, audit };

  const auth = createAuthService({ ...shared, sessions });
  const groups = createGroupService({ ...shared, groups: groupRows });
  const channels = createChannelService({ ...shared, groups });
  const pricing = createPricingService({ ...shared, channels: channelRows });
  const logs = createLogRepository(database.queries);

  const document = createApiDocument({ title: "Tollgate console API", version: deps.product.version });
  const register = createRegisterEndpoint(app, {
    sessions: auth.sessions,
    rateLimiter: deps.rateLimiter,
    addressRules: deps.addressRules,
    document,
    bodyLimit: apiBodyLimit,
    ownAddress: () => deps.settings.current().ServerAddress,
    ...(deps.checkAnswers && { checkAnswers: true }),
  });
  registerSiteRoutes(register, createSiteService(shared));
  registerAuthRoutes(register, auth);
  registerProfileRoutes(register, createProfileService({ ...shared, groups: groupRows, auth }));
  registerTokenRoutes(register, createTokenService({ ...shared, tokens: tokenRows, groups }));
  registerChannelRoutes(register, channels);
  registerPricingRoutes(register, pricing);
  registerGroupRoutes(register, groups);
  registerModelRoutes(register, createModelService({ ...shared, channels: channelRows, groups, pricing }));
  registerLogRoutes(register, createLogService({ ...shared, logs, channels: channelRows }));
  registerDashboardRoutes(
    register,
    createDashboardService({ ...shared, channels: channelRows, tokens: tokenRows }),
  );
  await registerApiDocument(app, document);
  return { channels };
}
