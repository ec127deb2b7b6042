import type { ProviderDescriptor } from "@tollgate/contract/descriptor";
import type { FastifyInstance } from "fastify";
import { type AccountService, createAccountService } from "./control/accounts/service.ts";
import { registerAnalyticsRoutes } from "./control/analytics/routes.ts";
import { createAnalyticsService } from "./control/analytics/service.ts";
import { registerAnnouncementRoutes } from "./control/announcements/routes.ts";
import { createAnnouncementService } from "./control/announcements/service.ts";
import { createAudit } from "./control/audit.ts";
import { registerAuditRoutes } from "./control/audit/routes.ts";
import { createAuditService } from "./control/audit/service.ts";
import { registerAuthRoutes } from "./control/auth/routes.ts";
import { createAuthService } from "./control/auth/service.ts";
import { registerServiceRoutes } from "./control/auth/service-routes.ts";
import { createServiceSignIn } from "./control/auth/sign-in-by-service.ts";
import { registerCaptureRoutes } from "./control/captures/routes.ts";
import { type CaptureService, createCaptureService } from "./control/captures/service.ts";
import { registerChannelRoutes, registerChannelTagRoutes } from "./control/channels/routes.ts";
import { type ChannelService, createChannelService } from "./control/channels/service.ts";
import { registerDashboardRoutes } from "./control/dashboard/routes.ts";
import { createDashboardService } from "./control/dashboard/service.ts";
import { registerEventRoutes } from "./control/events/routes.ts";
import { createEventService, type EventIntervals, type EventService } from "./control/events/service.ts";
import { registerGroupRoutes } from "./control/groups/routes.ts";
import { createGroupService } from "./control/groups/service.ts";
import { registerInvitationRoutes } from "./control/invitations/routes.ts";
import { createInvitationService, type InvitationService } from "./control/invitations/service.ts";
import { registerLogRoutes } from "./control/logs/routes.ts";
import { createLogService, type LogService } from "./control/logs/service.ts";
import { registerMailRoutes } from "./control/mail/routes.ts";
import { createMailService, type MailService } from "./control/mail/service.ts";
import { registerModelCatalogRoutes } from "./control/model-catalog/routes.ts";
import { createModelCatalogService } from "./control/model-catalog/service.ts";
import { registerModelRoutes } from "./control/models/routes.ts";
import { createModelService } from "./control/models/service.ts";
import { registerNoticeRoutes } from "./control/notices/routes.ts";
import { createNoticeService, type NoticeService } from "./control/notices/service.ts";
import { registerPasskeyRoutes } from "./control/passkeys/routes.ts";
import { createPasskeyService } from "./control/passkeys/service.ts";
import { registerGatewayRoutes, registerOrderRoutes } from "./control/payments/routes.ts";
import { createPaymentService, type OrderWatch } from "./control/payments/service.ts";
import { registerPriceUpdateRoutes } from "./control/price-updates/routes.ts";
import { createPriceUpdateService } from "./control/price-updates/service.ts";
import { registerPricingRoutes } from "./control/pricing/routes.ts";
import { createPricingService } from "./control/pricing/service.ts";
import { createPriceSimulator, type SimulatorDependencies } from "./control/pricing/simulator.ts";
import { registerProfileRoutes } from "./control/profile/routes.ts";
import { createProfileService } from "./control/profile/service.ts";
import { registerPulseRoutes } from "./control/pulse/routes.ts";
import { createPulseService } from "./control/pulse/service.ts";
import { registerRedemptionRoutes } from "./control/redemptions/routes.ts";
import { createRedemptionService } from "./control/redemptions/service.ts";
import { createSettingsEditor } from "./control/settings/editor.ts";
import { registerReconciliationRoutes } from "./control/reconciliation/routes.ts";
import {
  createReconciliationService,
  type ReconciliationDependencies,
  type ReconciliationService,
} from "./control/reconciliation/service.ts";
import { registerRegistrationRoutes } from "./control/registration/routes.ts";
import { createRegistrationService, type RegistrationService } from "./control/registration/service.ts";
import { createReminderService, type ReminderService } from "./control/reminders/service.ts";
import { registerSettingsRoutes } from "./control/settings/routes.ts";
import { createTwoFactorService } from "./control/two-factor/service.ts";
import { registerSecurityRoutes } from "./control/security/routes.ts";
import { createSecurityService } from "./control/security/service.ts";
import type { SettingsService } from "./control/settings/service.ts";
import { registerSiteRoutes } from "./control/site/routes.ts";
import type { ProductInfo } from "./control/site/present.ts";
import { createSiteService } from "./control/site/service.ts";
import { registerStatementRoutes } from "./control/statements/routes.ts";
import { createStatementService } from "./control/statements/service.ts";
import { registerTelegramRoutes } from "./control/telegram/routes.ts";
import { type BotTimes, createTelegramService, type TelegramService } from "./control/telegram/service.ts";
import { createTelegramUserChannel } from "./control/telegram/user-channel.ts";
import { createUserMessages } from "./control/telegram/user-messages.ts";
import { registerAnyTokenRoutes } from "./control/tokens/any-token-routes.ts";
import { createAnyTokenService } from "./control/tokens/any-tokens.ts";
import { registerTaskRoutes } from "./control/tasks/routes.ts";
import { createTaskService, type TaskService } from "./control/tasks/service.ts";
import { registerTokenRoutes } from "./control/tokens/routes.ts";
import { createTokenService } from "./control/tokens/service.ts";
import { createUserNoticeService, type UserNoticeService } from "./control/user-notices/service.ts";
import { registerUserRoutes } from "./control/users/routes.ts";
import { createUserService } from "./control/users/service.ts";
import { createAdmission } from "./http/admit-request.ts";
import { createApiDocument } from "./http/api-document.ts";
import { apiBodyLimit } from "./http/create-server.ts";
import type { CallLimits, RateLimiter } from "./http/rate-limit.ts";
import { createRegisterEndpoint } from "./http/register-endpoint.ts";
import { registerNotifyRoute } from "./http/register-notify-route.ts";
import { registerTelegramWebhook } from "./http/register-telegram-webhook.ts";
import { registerApiDocument } from "./http/serve-api-document.ts";
import type { Ledger } from "./ledger/ledger.ts";
import type { Clock } from "./platform/clock.ts";
import type { Passwords } from "./platform/passwords.ts";
import type { GuardedFetch } from "./platform/guarded-fetch/guarded-fetch.ts";
import type { PublicHostCheck } from "./platform/guarded-fetch/public-hosts.ts";
import type { SecretBox } from "./platform/secret-box.ts";
import type { SignedLinks } from "./platform/signed-link.ts";
import type { ChannelProbe } from "./relay/endpoints/probe-channel.ts";
import type { ChangeNotice } from "./snapshot/change-notice.ts";
import type { Database, TransactionQueries } from "./storage/database.ts";
import { createAuditRepository } from "./storage/repositories/audit-repository.ts";
import { createCaptureRepository } from "./storage/repositories/capture-repository.ts";
import { createChannelRepository } from "./storage/repositories/channel-repository.ts";
import { createFigureRepository } from "./storage/repositories/figure-repository.ts";
import { createLogNameRepository } from "./storage/repositories/log-name-repository.ts";
import { createLogRepository } from "./storage/repositories/log-repository.ts";
import { createPasskeyRepository } from "./storage/repositories/passkey-repository.ts";
import { createPriceRepository } from "./storage/repositories/price-repository.ts";
import { createSessionRepository } from "./storage/repositories/session-repository.ts";
import { createStatementRepository } from "./storage/repositories/statement-repository.ts";
import { createTokenAdminRepository } from "./storage/repositories/token-admin-repository.ts";
import { createSignInStateRepository } from "./storage/repositories/sign-in-state-repository.ts";
import { createTelegramMessageRepository } from "./storage/repositories/telegram-message-repository.ts";
import { createTaskRepository } from "./storage/repositories/task-repository.ts";
import { createTokenRepository } from "./storage/repositories/token-repository.ts";
import { createUsageRepository } from "./storage/repositories/usage-repository.ts";
import { createUserAdminRepository } from "./storage/repositories/user-admin-repository.ts";
import { createUserGroupRepository } from "./storage/repositories/user-group-repository.ts";
import { createUserRepository } from "./storage/repositories/user-repository.ts";

export interface ControlDependencies {
  database: Database;
  ledger: Ledger<TransactionQueries>;
  changeNotice: ChangeNotice;
  settings: SettingsService;
  probe: ChannelProbe;
  /** Whether administrators may enter an address for a channel. */
  isPublicHost: PublicHostCheck;
  /** Fetches from public addresses only. */
  fetchPublic: GuardedFetch;
  /** In the order of the type list. */
  providers: readonly { descriptor: ProviderDescriptor; balance?: object }[];
  /** A provider's multiple for a service tier. */
  tierRatio: SimulatorDependencies["tierRatio"];
  fieldRatio: SimulatorDependencies["fieldRatio"];
  secretBox: SecretBox;
  /** URLs of task results. */
  taskLinks: SignedLinks;
  passwords: Passwords;
  checkLedger: ReconciliationDependencies["checkLedger"];
  rateLimiter: RateLimiter;
  callLimits: CallLimits;
  product: ProductInfo;
  clock: Clock;
  onError(error: unknown): void;
  /** For tests: responses are checked against the contract. */
  checkAnswers?: boolean;
  /** For tests: shorter than a server's. */
  eventIntervals?: EventIntervals;
  botTimes?: BotTimes;
}

/** Features that other rooms call: relay-adapters reports dead channels, jobs test them and finish pending work. */
export interface ControlServices {
  accounts: AccountService;
  captures: CaptureService;
  channels: ChannelService;
  events: EventService;
  invitations: InvitationService;
  logs: LogService;
  mail: MailService;
  notices: NoticeService;
  orderWatch: OrderWatch;
  reconciliation: ReconciliationService;
  registration: RegistrationService;
  reminders: ReminderService;
  userNotices: UserNoticeService;
  tasks: TaskService;
  telegram: TelegramService;
}

/** The console API: one line per feature, and the OpenAPI document of all of them. */
export async function registerControl(
  app: FastifyInstance,
  deps: ControlDependencies,
): Promise<ControlServices> {
  const { database, clock } = deps;
  const users = createUserRepository(database.queries);
  const groupRows = createUserGroupRepository(database.queries);
  const channelRows = createChannelRepository(database.queries, deps.secretBox);
  const tokenRows = createTokenRepository(database.queries);
  const prices = createPriceRepository(database.queries);
  const usage = createUsageRepository(database);
  const sessions = createSessionRepository(database.queries);
  const entries = createAuditRepository(database.reads);
  const audit = createAudit({ database, clock });
  const shared = { ...deps, users, prices, usage, audit };

  const invitations = createInvitationService(shared);
  const inviteRewards = invitations.rewards;
  const accounts = createAccountService({ ...shared, inviteRewards });
  const mail = createMailService(shared);
  const notices = createNoticeService({ ...shared, mail });
  const messages = createUserMessages({
    ...shared,
    messages: createTelegramMessageRepository(database.queries),
  });
  const byTelegram = createTelegramUserChannel({ ...deps, mail, messages });
  const userNotices = createUserNoticeService({ users, mail, others: [byTelegram] });
  const passkeys = createPasskeyRepository(database.queries);
  const twoFactor = createTwoFactorService(shared);
  const auth = createAuthService({ ...shared, sessions, passkeys, twoFactor, userNotices });
  const groups = createGroupService({ ...shared, groups: groupRows });
  const channels = createChannelService({ ...shared, groups, notices });
  const catalog = createModelCatalogService(shared);
  const pricing = createPricingService({ ...shared, channels: channelRows, catalog });
  const logRows = createLogRepository(database);
  const tokens = createTokenService({ ...shared, tokens: tokenRows, groups });
  const captures = createCaptureService({
    ...shared,
    captures: createCaptureRepository(database.queries),
    logs: logRows,
  });
  const logs = createLogService({
    ...shared,
    captures,
    logs: logRows,
    logNames: createLogNameRepository(database),
    figures: createFigureRepository(database),
    channels: channelRows,
    tokens,
  });

  const statements = createStatementRepository(database);

  const document = createApiDocument({ title: "Tollgate", version: deps.product.version });
  const admission = createAdmission({
    sessions: auth.sessions,
    rateLimiter: deps.rateLimiter,
    callLimits: deps.callLimits,
    ownAddress: () => deps.settings.current().ServerAddress,
  });
  const register = createRegisterEndpoint(app, {
    admission,
    document,
    bodyLimit: apiBodyLimit,
    ...(deps.checkAnswers && { checkAnswers: true }),
  });
  registerAuthRoutes(register, auth);
  const states = createSignInStateRepository(database.queries);
  registerServiceRoutes(register, createServiceSignIn({ ...shared, accounts, auth, states }));
  registerProfileRoutes(register, createProfileService({ ...shared, groups: groupRows, auth }));
  registerSecurityRoutes(register, createSecurityService({ ...shared, auth, twoFactor }));
  registerPasskeyRoutes(register, createPasskeyService({ ...shared, auth, passkeys }));
  registerTokenRoutes(register, tokens);
  registerStatementRoutes(register, createStatementService({ ...shared, statements }));
  const anyTokens = createTokenAdminRepository(database.queries);
  registerAnyTokenRoutes(register, createAnyTokenService({ ...shared, anyTokens }));
  registerUserRoutes(register, createUserService({ ...shared, accounts, groups, mail }));
  const directory = createUserAdminRepository(database.queries);
  registerAuditRoutes(register, createAuditService({ entries, users: directory, reads: database.reads }));
  registerChannelRoutes(register, channels);
  registerChannelTagRoutes(register, channels.tags);
  const simulator = createPriceSimulator({ ...shared, channels: channelRows, groups: groupRows });
  registerPricingRoutes(register, pricing, simulator);
  registerPriceUpdateRoutes(register, createPriceUpdateService({ ...shared, pricing }));
  registerGroupRoutes(register, groups);
  registerModelCatalogRoutes(register, catalog);
  const models = createModelService({ ...shared, channels: channelRows, groups, pricing, catalog });
  registerModelRoutes(register, models);
  registerLogRoutes(register, logs);
  registerCaptureRoutes(register, captures);
  const tasks = createTaskService({
    ...shared,
    tasks: createTaskRepository(database),
    channels: channelRows,
    logs,
    links: deps.taskLinks,
  });
  registerTaskRoutes(register, tasks);
  const registration = createRegistrationService({ ...shared, accounts, auth, mail });
  registerRegistrationRoutes(register, registration);
  registerMailRoutes(register, mail);
  registerNoticeRoutes(register, notices);
  const reconciliation = createReconciliationService({ ...shared, notices });
  registerReconciliationRoutes(register, reconciliation);
  registerSettingsRoutes(register, createSettingsEditor(shared));
  registerDashboardRoutes(
    register,
    createDashboardService({ ...shared, channels: channelRows, tokens: tokenRows }),
  );
  registerAnalyticsRoutes(register, createAnalyticsService({ ...shared, catalog }));
  const pulse = createPulseService(deps);
  registerPulseRoutes(register, pulse);
  const payments = createPaymentService({
    ...shared,
    notices,
    async afterPayment(queries, order) {
      await inviteRewards.onFirstTopUp(queries, order);
      // Last: it contains the announcements of callers that wait.
      await groups.upgradeAfterRecharge(queries, order.user_id);
    },
    afterReversal: inviteRewards.onReversal,
  });
  registerGatewayRoutes(register, payments.accounts);
  registerOrderRoutes(register, payments.orders);
  await registerNotifyRoute(app, { ...deps, receive: payments.callbacks.receive });
  registerAnnouncementRoutes(register, createAnnouncementService(shared));
  const events = createEventService({
    ...shared,
    auth,
    readPulse: pulse.read,
    milliseconds: clock.milliseconds,
  });
  registerEventRoutes(register, events);
  // Open streams would prevent the server from closing.
  app.addHook("preClose", async () => events.close());
  registerInvitationRoutes(register, invitations);
  const redemptions = createRedemptionService({ ...shared, afterRedemption: groups.upgradeAfterRecharge });
  registerRedemptionRoutes(register, redemptions);
  const telegram = createTelegramService({ ...shared, accounts, auth, redemptions, tokens, messages });
  registerTelegramRoutes(register, telegram);
  registerTelegramWebhook(app, { ...deps, receive: telegram.receive });
  registerSiteRoutes(register, createSiteService({ ...shared, mail, telegram }));
  registerApiDocument(app, document, admission.countCall);
  return {
    accounts,
    channels,
    captures,
    events,
    invitations,
    logs,
    mail,
    notices,
    orderWatch: payments.watch,
    reconciliation,
    registration,
    reminders: createReminderService({ ...shared, userNotices }),
    userNotices,
    tasks,
    telegram,
  };
}
