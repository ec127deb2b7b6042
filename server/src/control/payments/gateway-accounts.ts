import { randomUUID } from "node:crypto";
import { roles } from "@tollgate/contract/access";
import type { Page } from "@tollgate/contract/list-query";
import type {
  Gateway,
  GatewayChangeForm,
  GatewayForm,
  GatewayKind,
  GatewayTestForm,
} from "@tollgate/contract/payments";
import type { Settings } from "@tollgate/contract/settings";
import { type GatewayFees, partsOf, partsPerOne } from "@tollgate/contract/top-up";
import { rejectFixedFields, type SentFixedFields } from "../../http/register-endpoint.ts";
import { AppError, rejectField } from "../../platform/app-error.ts";
import type { Clock } from "../../platform/clock.ts";
import { type SecretBox, SecretError } from "../../platform/secret-box.ts";
import type { Database, TransactionQueries } from "../../storage/database.ts";
import type { PageRequest } from "../../storage/repositories/list-page.ts";
import {
  createPaymentGatewayRepository,
  type GatewayFilter,
  type PaymentGatewayRow,
} from "../../storage/repositories/payment-gateway-repository.ts";
import { sealedColumns } from "../../storage/repositories/secret-columns.ts";
import type { Actor } from "../actor.ts";
import type { Audit } from "../audit.ts";
import { auditChanges } from "../audit-changes.ts";
import { NoAnswer } from "../call-service.ts";
import { changedColumns } from "../changed-columns.ts";
import { mergeAccount, rejectIncomplete, rejectRootFields, rejectWrongValues } from "../form-account.ts";
import type { SettingsService } from "../settings/service.ts";
import type { GatewayAccount, PaymentGateway } from "./gateways/gateway.ts";
import { presentGateway, presentKind } from "./present.ts";

export interface GatewayAccountDependencies {
  database: Database;
  settings: Pick<SettingsService, "current">;
  secretBox: SecretBox;
  audit: Audit;
  clock: Clock;
  /** Every kind of gateway. */
  paymentGateways: readonly PaymentGateway[];
}

export type GatewayAccounts = ReturnType<typeof createGatewayAccounts>;

/** Configured payment gateways: their credentials are sealed, and they are enabled only with complete ones. */
export function createGatewayAccounts(deps: GatewayAccountDependencies) {
  const { database, secretBox, clock } = deps;
  const rows = createPaymentGatewayRepository(database.queries);
  /** The notify address for which a gateway was last set up by this process. */
  const preparedAt = new Map<number, string>();

  const kindOf = (type: string): PaymentGateway | undefined =>
    deps.paymentGateways.find(({ descriptor }) => descriptor.id === type);

  function mustKindOf(type: string): PaymentGateway {
    const kind = kindOf(type);
    if (!kind) throw new AppError("gateway.unknown_type", { params: { type } });
    return kind;
  }

  /** The account's fields; undefined where this server's key does not open them. */
  function tryOpenAccount(row: PaymentGatewayRow): GatewayAccount | undefined {
    try {
      const text = secretBox.open(row.config_encrypted, sealedColumns.paymentGateway(row.uuid));
      return JSON.parse(text) as GatewayAccount;
    } catch (error) {
      if (error instanceof SecretError) return undefined;
      throw error;
    }
  }

  const openAccount = (row: PaymentGatewayRow): GatewayAccount => tryOpenAccount(row) ?? {};

  const seal = (uuid: string, account: GatewayAccount): string =>
    secretBox.seal(JSON.stringify(account), sealedColumns.paymentGateway(uuid));

  /** @throws AppError payment.no_address */
  function notifyUrlOf({ notify_domain, uuid }: Pick<PaymentGatewayRow, "notify_domain" | "uuid">): string {
    const base = notify_domain || deps.settings.current().ServerAddress;
    if (base === "") throw new AppError("payment.no_address");
    return `${base.replace(/\/$/, "")}/api/payment/notify/${uuid}`;
  }

  const present = (row: PaymentGatewayRow): Gateway => {
    const base = row.notify_domain || deps.settings.current().ServerAddress;
    const notifyUrl = base === "" ? "" : notifyUrlOf(row);
    return presentGateway(row, openAccount(row), { kind: kindOf(row.type), notifyUrl });
  };

  async function mustFind(id: number): Promise<PaymentGatewayRow> {
    const row = await rows.find(id);
    if (!row) throw new AppError("gateway.not_found");
    return row;
  }

  /** The stored form of an account; an enabled gateway is complete and set up at the provider. */
  async function prepare(
    kind: PaymentGateway,
    account: GatewayAccount,
    columns: Pick<PaymentGatewayRow, "uuid" | "notify_domain" | "enable" | "currency" | "exchange_rate">,
  ): Promise<GatewayAccount> {
    rejectWrongValues(kind.descriptor, account);
    rejectCurrency(kind, columns);
    if (columns.enable === 0) return account;
    rejectIncomplete(kind.descriptor, account);
    const notifyUrl = notifyUrlOf(columns);
    return calling(async () => (await kind.prepareAccount?.(account, notifyUrl)) ?? account);
  }

  async function prepareAgain(
    kind: PaymentGateway,
    row: PaymentGatewayRow,
    notifyUrl: string,
  ): Promise<void> {
    const stored = tryOpenAccount(row);
    if (!stored) return;
    const account = (await kind.prepareAccount?.(stored, notifyUrl)) ?? stored;
    const same = JSON.stringify(account) === JSON.stringify(stored);
    if (same || (await rows.update(row, { config_encrypted: seal(row.uuid, account) })))
      preparedAt.set(row.id, notifyUrl);
  }

  /** After an edit that set the gateway up with values that are not stored: what is stored is set up once more. */
  async function restore(kind: PaymentGateway, id: number, abandoned: GatewayAccount): Promise<void> {
    preparedAt.delete(id);
    const row = await rows.find(id);
    if (row?.enable === 1 && kind.prepareAccount) await prepareAgain(kind, row, notifyUrlOf(row));
    const prepared = await rows.find(id);
    const stored = prepared && tryOpenAccount(prepared);
    if (stored) await kind.discardAccount?.(abandoned, stored);
  }

  return {
    kinds: (): GatewayKind[] => deps.paymentGateways.map(presentKind),

    /**
     * The kind, the account and the notify address of a configured gateway.
     * @throws AppError gateway.unknown_type, payment.no_address
     */
    open(row: PaymentGatewayRow): { kind: PaymentGateway; account: GatewayAccount; notifyUrl: string } {
      return { kind: mustKindOf(row.type), account: openAccount(row), notifyUrl: notifyUrlOf(row) };
    },

    /** The same for a callback, which needs no address of ours; undefined for a kind that this server does not have. */
    openForCallback(row: PaymentGatewayRow): { kind: PaymentGateway; account: GatewayAccount } | undefined {
      const kind = kindOf(row.type);
      return kind && { kind, account: openAccount(row) };
    },

    /**
     * By schedule: sets gateways up again whose notify address has changed since this process last did, such as a
     * webhook after the server's address was changed.
     */
    async prepareMoved(onError: (error: unknown) => void): Promise<void> {
      if (deps.settings.current().ServerAddress === "") return;
      for (const row of await rows.enabled()) {
        const kind = kindOf(row.type);
        const notifyUrl = notifyUrlOf(row);
        if (!kind?.prepareAccount || preparedAt.get(row.id) === notifyUrl) continue;
        await prepareAgain(kind, row, notifyUrl).catch(onError);
      }
    },

    feesOf: (row: PaymentGatewayRow): GatewayFees => feesOf(row, deps.settings.current()),

    async list(request: PageRequest & GatewayFilter): Promise<Page<Gateway>> {
      const { rows: found, total } = await rows.page(request, request);
      return { data: found.map(present), page: request.page, size: request.size, total_count: total };
    },

    get: async (id: number): Promise<Gateway> => present(await mustFind(id)),

    /**
     * @throws AppError gateway.unknown_type, request.invalid, payment.wrong_credentials, payment.gateway_unavailable
     */
    async create(actor: Actor, form: GatewayForm): Promise<Gateway> {
      const kind = mustKindOf(form.type);
      const uuid = newUuid();
      const sent = mergeAccount(kind.descriptor, form.config, {});
      rejectNotifyDomain(actor, form.notify_domain, "");
      rejectRootFields(actor, kind.descriptor, { before: {}, after: sent });
      const columns = { uuid, ...columnsOf(form) };
      const account = await prepare(kind, sent, columns);
      const row = await database.transaction(async (queries) => {
        const inserted = await createPaymentGatewayRepository(queries).insert({
          ...columns,
          type: form.type,
          config_encrypted: seal(uuid, account),
          created_at: clock.now(),
          deleted_time: 0,
        });
        await deps.audit.record(queries, actor, { action: "gateway.create", target: targetOf(inserted) });
        return inserted;
      });
      return present(row);
    },

    /**
     * Changes the form's fields.
     * @throws AppError as `create`, and gateway.changed_meanwhile
     */
    async update(actor: Actor, form: GatewayChangeForm, fixed: SentFixedFields): Promise<Gateway> {
      const before = await mustFind(form.id);
      const shown = present(before);
      rejectFixedFields(fixed, shown);
      const kind = mustKindOf(before.type);
      const stored = tryOpenAccount(before);
      // Saving now would overwrite values that another key opens.
      if (!stored) throw new AppError("gateway.unreadable");
      const sent = mergeAccount(kind.descriptor, form.config ?? {}, stored);
      rejectNotifyDomain(actor, form.notify_domain ?? before.notify_domain, before.notify_domain);
      rejectRootFields(actor, kind.descriptor, { before: stored, after: sent });
      const changes = Object.entries(form).filter(([, value]) => value !== undefined);
      const columns = columnsOf({ ...shown, ...(Object.fromEntries(changes) as Partial<GatewayColumns>) });
      const account = await prepare(kind, sent, { uuid: before.uuid, ...columns });
      const write = async (queries: TransactionQueries): Promise<PaymentGatewayRow> => {
        const same = JSON.stringify(account) === JSON.stringify(stored);
        const config_encrypted = same ? before.config_encrypted : seal(before.uuid, account);
        const repository = createPaymentGatewayRepository(queries);
        const after = await repository.update(before, {
          ...changedColumns(columnsOf(shown), columns),
          config_encrypted,
        });
        if (!after) throw new AppError("gateway.changed_meanwhile");
        const detail = {
          ...auditChanges(audited(before), audited(after)),
          ...(!same && { credentials: true }),
        };
        await deps.audit.record(queries, actor, {
          action: "gateway.update",
          target: targetOf(after),
          detail,
        });
        return after;
      };
      let row: PaymentGatewayRow;
      try {
        row = await database.transaction(write);
      } catch (error) {
        // If it fails, the schedule sets the stored one up again; what the abandoned one set up stays at the provider.
        if (isChangedMeanwhile(error)) await restore(kind, before.id, account).catch(() => {});
        throw error;
      }
      return present(row);
    },

    /** Its orders stay, and late payments of them are still booked. */
    async delete(actor: Actor, id: number): Promise<void> {
      const before = await mustFind(id);
      await database.transaction(async (queries) => {
        const change = { deleted_time: clock.now(), enable: 0 };
        const row = await createPaymentGatewayRepository(queries).update(before, change);
        if (!row) throw new AppError("gateway.changed_meanwhile");
        await deps.audit.record(queries, actor, { action: "gateway.delete", target: targetOf(row) });
      });
    },

    /** @throws AppError payment.wrong_credentials, payment.gateway_unavailable, request.invalid */
    async test(actor: Actor, form: GatewayTestForm): Promise<void> {
      const stored = form.id === undefined ? {} : openAccount(await mustFind(form.id));
      const kind = mustKindOf(form.type);
      const account = mergeAccount(kind.descriptor, form.config, stored);
      rejectRootFields(actor, kind.descriptor, { before: stored, after: account });
      rejectWrongValues(kind.descriptor, account);
      rejectIncomplete(kind.descriptor, account);
      await calling(() => kind.testAccount(account));
    },
  };
}

function isChangedMeanwhile(error: unknown): boolean {
  return error instanceof AppError && error.code === "gateway.changed_meanwhile";
}

/**
 * A call to a gateway, with a timeout as an error of its own.
 * @throws AppError payment.gateway_unavailable and those of the call
 */
export async function calling<T>(call: () => Promise<T> | T): Promise<Awaited<T>> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof NoAnswer) throw new AppError("payment.gateway_unavailable", { cause: error });
    throw error;
  }
}

/** Cost of a payment through it; the exchange rate is the gateway's own, or else the default of its currency. */
export function feesOf(
  row: Pick<PaymentGatewayRow, "fixed_fee" | "percent_fee" | "currency" | "exchange_rate">,
  settings: Pick<Settings, "PaymentUSDRate">,
): GatewayFees {
  const usual = row.currency === "CNY" ? partsOf(settings.PaymentUSDRate, 6) : partsPerOne;
  return {
    fixedFee: row.fixed_fee,
    percentFee: row.percent_fee,
    currency: row.currency,
    exchangeRate: row.exchange_rate > 0 ? row.exchange_rate : usual,
  };
}

/** Payments are reported there, so only a super administrator may change it, as with the server's own address. */
function rejectNotifyDomain(actor: Pick<Actor, "role">, after: string, before: string): void {
  if (actor.role >= roles.root || after === before) return;
  throw rejectField({
    path: "notify_domain",
    code: "account.root_only",
    message: "Only a super administrator may change this.",
  });
}

/** A currency that the gateway supports; only dollars and yuan have a default rate. */
function rejectCurrency(
  { descriptor }: PaymentGateway,
  { currency, exchange_rate }: Pick<PaymentGatewayRow, "currency" | "exchange_rate">,
): void {
  if (!descriptor.currencies.includes(currency))
    throw rejectField({
      path: "currency",
      code: "gateway.currency",
      message: `This gateway supports ${descriptor.currencies.join(", ")}.`,
      params: { currencies: descriptor.currencies.join(", ") },
    });
  if (exchange_rate === 0 && currency !== "USD" && currency !== "CNY")
    throw rejectField({
      path: "exchange_rate",
      code: "gateway.rate_missing",
      message: `Enter how many ${currency} a dollar is.`,
      params: { currency },
    });
}

type GatewayColumns = Omit<GatewayForm, "type" | "config">;

const columnsOf = (form: GatewayColumns) => ({
  name: form.name,
  icon: form.icon,
  notify_domain: form.notify_domain,
  fixed_fee: partsOf(form.fixed_fee, 2),
  percent_fee: partsOf(form.percent_fee, 6),
  currency: form.currency,
  exchange_rate: partsOf(form.exchange_rate, 6),
  sort: form.sort,
  enable: form.enable ? 1 : 0,
});

const targetOf = (row: PaymentGatewayRow) => ({ type: "gateway", id: row.id, name: row.name });

function audited(row: PaymentGatewayRow): Record<string, unknown> {
  const { name, icon, notify_domain, fixed_fee, percent_fee, currency, exchange_rate, sort, enable } = row;
  return {
    name,
    icon,
    notify_domain,
    fixed_fee: fixed_fee / 100,
    percent_fee: percent_fee / partsPerOne,
    currency,
    exchange_rate: exchange_rate / partsPerOne,
    sort,
    enable: enable === 1,
  };
}

/** 32 hex characters, as in the family. */
const newUuid = (): string => randomUUID().replaceAll("-", "");
