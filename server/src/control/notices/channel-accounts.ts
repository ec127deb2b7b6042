import { randomUUID } from "node:crypto";
import { limits } from "@tollgate/contract/limits";
import type { Page } from "@tollgate/contract/list-query";
import type {
  NoticeChannel as NoticeChannelAnswer,
  NoticeChannelChangeForm,
  NoticeChannelForm,
  NoticeChannelKind,
  NoticeTestForm,
} from "@tollgate/contract/notices";
import { rejectFixedFields, type SentFixedFields } from "../../http/register-endpoint.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Clock } from "../../platform/clock.ts";
import { randomText } from "../../platform/ids.ts";
import { type SecretBox, SecretError } from "../../platform/secret-box.ts";
import type { Database } from "../../storage/database.ts";
import type { PageRequest } from "../../storage/repositories/list-page.ts";
import {
  createNoticeChannelRepository,
  type NoticeChannelRow,
} from "../../storage/repositories/notice-channel-repository.ts";
import { createNoticeRepository } from "../../storage/repositories/notice-repository.ts";
import { sealedColumns } from "../../storage/repositories/secret-columns.ts";
import type { Actor } from "../actor.ts";
import type { Audit } from "../audit.ts";
import { auditChanges } from "../audit-changes.ts";
import { changedColumns } from "../changed-columns.ts";
import { mergeAccount, rejectIncomplete, rejectRootFields, rejectWrongValues } from "../form-account.ts";
import type { MailService } from "../mail/service.ts";
import type { NoticeAccount, NoticeChannel } from "./channels/channel.ts";
import { presentChannel, presentKind } from "./present.ts";
import { reasonOf, secretValues } from "./queue.ts";

export interface ChannelAccountDependencies {
  database: Database;
  secretBox: SecretBox;
  audit: Audit;
  clock: Clock;
  mail: Pick<MailService, "write">;
  /** Every kind of channel. */
  noticeChannels: readonly NoticeChannel[];
  /**
   * Sends a test mail, bypassing the queue.
   * @throws AppError mail.not_configured, mail.refused
   */
  sendTestMails(addresses: readonly string[], language: NoticeTestForm["language"]): Promise<void>;
}

export type ChannelAccounts = ReturnType<typeof createChannelAccounts>;

/** Configured notice channels: their credentials are sealed, and they are enabled only with complete ones. */
export function createChannelAccounts(deps: ChannelAccountDependencies) {
  const { database, secretBox, clock } = deps;
  const rows = createNoticeChannelRepository(database.queries);
  const notices = createNoticeRepository(database.queries);

  const kindOf = (type: string): NoticeChannel | undefined =>
    deps.noticeChannels.find(({ descriptor }) => descriptor.id === type);

  function mustKindOf(type: string): NoticeChannel {
    const kind = kindOf(type);
    if (!kind) throw new AppError("notice_channel.unknown_type", { params: { type } });
    return kind;
  }

  /** @throws SecretError */
  const openAccount = (row: NoticeChannelRow): NoticeAccount =>
    JSON.parse(secretBox.open(row.config_encrypted, sealedColumns.noticeChannel(row.uuid))) as NoticeAccount;

  /** Undefined where this server's key does not open it. */
  function tryOpenAccount(row: NoticeChannelRow): NoticeAccount | undefined {
    try {
      return openAccount(row);
    } catch (error) {
      if (error instanceof SecretError) return undefined;
      throw error;
    }
  }

  /** @throws AppError notice_channel.unreadable */
  function mustOpenAccount(row: NoticeChannelRow): NoticeAccount {
    const account = tryOpenAccount(row);
    // Saving now would overwrite values that another key opens.
    if (!account) throw new AppError("notice_channel.unreadable");
    return account;
  }

  const seal = (uuid: string, account: NoticeAccount): string =>
    secretBox.seal(JSON.stringify(account), sealedColumns.noticeChannel(uuid));

  async function present(found: readonly NoticeChannelRow[]): Promise<NoticeChannelAnswer[]> {
    const waiting = await notices.waiting();
    return found.map((row) =>
      presentChannel(row, tryOpenAccount(row) ?? {}, {
        kind: kindOf(row.type),
        waiting: waiting.get(row.id) ?? 0,
      }),
    );
  }

  async function presentOne(row: NoticeChannelRow): Promise<NoticeChannelAnswer> {
    return (await present([row]))[0] as NoticeChannelAnswer;
  }

  async function mustFind(id: number): Promise<NoticeChannelRow> {
    const row = await rows.find(id);
    if (!row) throw new AppError("notice_channel.not_found");
    return row;
  }

  return {
    kindOf,
    openAccount,

    kinds: (): NoticeChannelKind[] => deps.noticeChannels.map(presentKind),

    async list(request: PageRequest & { type: string }): Promise<Page<NoticeChannelAnswer>> {
      const { rows: found, total } = await rows.page(request, request.type);
      return { data: await present(found), page: request.page, size: request.size, total_count: total };
    },

    get: async (id: number): Promise<NoticeChannelAnswer> => presentOne(await mustFind(id)),

    /** @throws AppError notice_channel.unknown_type, notice_channel.too_many, request.invalid */
    async create(actor: Actor, form: NoticeChannelForm): Promise<NoticeChannelAnswer> {
      const { descriptor } = mustKindOf(form.type);
      const account = mergeAccount(descriptor, form.config, {});
      rejectRootFields(actor, descriptor, { before: {}, after: account });
      rejectWrongValues(descriptor, account);
      if (form.enable) rejectIncomplete(descriptor, account);
      if ((await rows.all()).length >= limits.noticeChannelsMax)
        throw new AppError("notice_channel.too_many", { params: { maximum: limits.noticeChannelsMax } });
      const uuid = randomUUID();
      const row = await database.transaction(async (queries) => {
        const inserted = await createNoticeChannelRepository(queries).insert({
          ...columnsOf(form),
          uuid,
          type: form.type,
          config_encrypted: seal(uuid, account),
          created_time: clock.now(),
          last_sent_time: 0,
          last_error: "",
          holder: "",
          held_until: 0,
        });
        await deps.audit.record(queries, actor, {
          action: "notice_channel.create",
          target: targetOf(inserted),
          detail: { type: form.type },
        });
        return inserted;
      });
      return presentOne(row);
    },

    /**
     * Changes the form's fields.
     * @throws AppError as `create`, and notice_channel.changed_meanwhile
     */
    async update(
      actor: Actor,
      form: NoticeChannelChangeForm,
      fixed: SentFixedFields,
    ): Promise<NoticeChannelAnswer> {
      const before = await mustFind(form.id);
      const shown = await presentOne(before);
      rejectFixedFields(fixed, shown);
      const { descriptor } = mustKindOf(before.type);
      const stored = mustOpenAccount(before);
      const account = mergeAccount(descriptor, form.config ?? {}, stored);
      const changes = Object.entries(form).filter(([, value]) => value !== undefined);
      const columns = columnsOf({ ...shown, ...(Object.fromEntries(changes) as Partial<NoticeChannelForm>) });
      rejectRootFields(actor, descriptor, { before: stored, after: account });
      rejectWrongValues(descriptor, account);
      if (columns.enable === 1) rejectIncomplete(descriptor, account);
      const row = await database.transaction(async (queries) => {
        const same = JSON.stringify(account) === JSON.stringify(stored);
        const config_encrypted = same ? before.config_encrypted : seal(before.uuid, account);
        const repository = createNoticeChannelRepository(queries);
        const after = await repository.update(before, {
          ...changedColumns(columnsOf(shown), columns),
          config_encrypted,
        });
        if (!after) throw new AppError("notice_channel.changed_meanwhile");
        const detail = {
          ...auditChanges(audited(before), audited(after)),
          ...(!same && { credentials: true }),
        };
        const target = targetOf(after);
        await deps.audit.record(queries, actor, { action: "notice_channel.update", target, detail });
        return after;
      });
      return presentOne(row);
    },

    /** Deletes its waiting messages; its history stays. */
    async delete(actor: Actor, id: number): Promise<void> {
      const row = await mustFind(id);
      await database.transaction(async (queries) => {
        if (!(await createNoticeChannelRepository(queries).delete(id)))
          throw new AppError("notice_channel.not_found");
        await createNoticeRepository(queries).deleteQueued(id);
        await deps.audit.record(queries, actor, { action: "notice_channel.delete", target: targetOf(row) });
      });
    },

    /**
     * Sends a message now with the form's values.
     * @throws AppError notice.refused with the service's reason, request.invalid
     */
    async test(actor: Actor, form: NoticeTestForm): Promise<void> {
      const row = form.id === undefined ? undefined : await mustFind(form.id);
      const kind = mustKindOf(row?.type ?? form.type);
      const stored = row ? mustOpenAccount(row) : {};
      const account = mergeAccount(kind.descriptor, form.config, stored);
      rejectRootFields(actor, kind.descriptor, { before: stored, after: account });
      rejectWrongValues(kind.descriptor, account);
      rejectIncomplete(kind.descriptor, account);
      const { title, text } = deps.mail.write({ kind: "notice_test" }, form.language);
      const id = `msg_${randomText(20)}`;
      const notice = { id, event: "test", title, text, time: clock.now(), count: 1 };
      try {
        await kind.send(notice, account, {
          milliseconds: clock.milliseconds(),
          delivered: [],
          mail: (addresses) => deps.sendTestMails(addresses, form.language),
        });
      } catch (error) {
        // Without the error itself as the cause: its address may contain the credentials.
        const reason = reasonOf(error, secretValues(kind, account));
        throw new AppError("notice.refused", { params: { reason } });
      }
      await deps.audit.recordAlone(actor, {
        action: "notice_channel.test",
        target: row ? targetOf(row) : { type: "notice_channel", id: 0, name: form.type },
      });
    },
  };
}

type ChannelColumns = Omit<NoticeChannelForm, "type" | "config">;

const columnsOf = ({ name, language, events, pause_minutes, enable }: ChannelColumns) => ({
  name,
  language,
  events: JSON.stringify(events),
  pause_minutes,
  enable: enable ? 1 : 0,
});

const targetOf = ({ id, name }: Pick<NoticeChannelRow, "id" | "name">) => ({
  type: "notice_channel",
  id,
  name,
});

function audited({
  name,
  language,
  events,
  pause_minutes,
  enable,
}: NoticeChannelRow): Record<string, unknown> {
  return { name, language, events: JSON.parse(events) as string[], pause_minutes, enable: enable === 1 };
}
