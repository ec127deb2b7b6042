import { roles } from "@tollgate/contract/access";
import type { Page } from "@tollgate/contract/list-query";
import { type Mail, type MailLanguage, mailLanguages } from "@tollgate/contract/mail";
import type { Settings } from "@tollgate/contract/settings";
import { AppError, rejectField } from "../../platform/app-error.ts";
import type { Clock } from "../../platform/clock.ts";
import { randomText } from "../../platform/ids.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import type { Database, Queries } from "../../storage/database.ts";
import { createJobRunRepository } from "../../storage/repositories/job-run-repository.ts";
import type { PageRequest } from "../../storage/repositories/list-page.ts";
import { createMailRepository } from "../../storage/repositories/mail-repository.ts";
import { sealedColumns } from "../../storage/repositories/secret-columns.ts";
import { createUserRepository, type UserRepository } from "../../storage/repositories/user-repository.ts";
import type { Actor } from "../actor.ts";
import type { Audit } from "../audit.ts";
import type { SettingsService } from "../settings/service.ts";
import type { MailContent, Repetition, UserContent } from "./mail-content.ts";
import type { NoticeContent } from "./notice-content.ts";
import { presentMail } from "./present.ts";
import { createMailQueue } from "./queue.ts";
import { type RenderedMail, renderLines, renderMail } from "./render-mail.ts";
import { type SmtpAccount, SmtpRejection, sendBySmtp, smtpAccountOf } from "./smtp.ts";

export type { NoticeContent, Repetition, UserContent };
export type QueuedContent = Exclude<MailContent, { kind: "test" | "notice_test" }>;

/** Mails that wait too long; `since` and `reason` are of the oldest. */
export interface StuckMails {
  waiting: number;
  since: number;
  reason: string;
}

/** A mail to render and send. */
export interface NewMail {
  to: string;
  /** The reader's language, as `languageOf` finds it. */
  language: MailLanguage;
  content: QueuedContent;
  /** Epoch seconds after which it expires and is not sent. */
  expires?: number;
  /** Identifies its subject, where the same subject must not be mailed again soon. */
  about?: string;
  repetition?: Repetition;
}

export interface MailService {
  /** True if the settings name a mail server and a sender. */
  configured(): boolean;
  /**
   * Puts a mail into the queue and starts sending immediately.
   * @throws AppError mail.not_configured
   */
  send(mail: NewMail): Promise<void>;
  /** Puts several into the queue, all of them or none. @throws AppError mail.not_configured */
  sendAll(mails: readonly NewMail[]): Promise<void>;
  /**
   * Sends one immediately with the current settings, bypassing the queue.
   * @throws AppError mail.not_configured, mail.refused
   */
  sendNow(to: string, content: MailContent, language: MailLanguage): Promise<string>;
  /** Mails every administrator who has an address, once an hour per `about`; nothing where no mail can be sent. */
  notifyAdministrators(content: NoticeContent, about: string, queries?: Queries): Promise<void>;
  /** The content of a notice for readers outside of mail. */
  write(
    content: MailContent,
    language: MailLanguage,
    repetition?: Repetition,
  ): { title: string; text: string };
  /** Mails created at `until` or before that were tried and still wait; undefined if there are none. */
  stuckSince(until: number): Promise<StuckMails | undefined>;
  /**
   * Sends now with the current settings, bypassing the queue. An empty `to` is the actor's own address.
   * @throws AppError mail.refused
   */
  sendTest(actor: Actor, to: string): Promise<{ to: string; response: string }>;
  list(request: PageRequest, status: string): Promise<Page<Mail>>;
  /** Sends what is due, for the queue's job. */
  sendDue(): Promise<void>;
  /** Deletes mails of more than thirty days. */
  prune(): Promise<void>;
  /** Waits for the mail that is being sent. */
  stop(): Promise<void>;
}

export interface MailDependencies {
  database: Database;
  users: UserRepository;
  settings: SettingsService;
  secretBox: SecretBox;
  audit: Audit;
  clock: Clock;
}

const keptSeconds = 30 * 86_400;
const notifyAgainSeconds = 3600;

/**
 * The first language of a list of preferences (an `Accept-Language` header, or a language's name) that mails are
 * written in; English where there is none.
 */
export function languageOf(preferences: string): MailLanguage {
  for (const one of preferences.split(",")) {
    const found = mailLanguages.find(
      (language) => language.slice(0, 2) === one.trim().slice(0, 2).toLowerCase(),
    );
    if (found) return found;
  }
  return "en_US";
}

export function createMailService(deps: MailDependencies): MailService {
  const { clock, users } = deps;
  const mails = createMailRepository(deps.database.queries);
  const runs = createJobRunRepository(deps.database.queries);
  const settings = () => deps.settings.current();
  const queue = createMailQueue({ ...deps, mails, runs, deliver });

  function account(): SmtpAccount | undefined {
    return smtpAccountOf(settings());
  }

  /** Settings are read for every attempt, so that a correction takes effect. */
  async function deliver(to: string, mail: RenderedMail): Promise<string> {
    const smtp = account();
    if (!smtp) throw new SmtpRejection("No mail server is set up.", false, undefined);
    return sendBySmtp(smtp, to, mail);
  }

  const write = (content: MailContent, { language, repetition }: Pick<NewMail, "language" | "repetition">) =>
    renderMail(content, { language, site: siteOf(settings()), repetition });

  async function put(mail: NewMail, repository = mails): Promise<void> {
    const { content, language } = mail;
    const seal_ref = randomText(20);
    const body = JSON.stringify(write(content, mail));
    await repository.insert({
      created_time: clock.now(),
      kind: content.kind,
      recipient: mail.to,
      language,
      about: mail.about ?? "",
      seal_ref,
      body_encrypted: deps.secretBox.seal(body, sealedColumns.mailBody(seal_ref)),
      status: "queued",
      attempts: 0,
      next_time: clock.now(),
      expires_time: mail.expires ?? 0,
      sent_time: 0,
      last_error: "",
    });
  }

  /**
   * The mail server's response.
   * @throws AppError mail.not_configured, mail.refused
   */
  async function sendNow(to: string, content: MailContent, language: MailLanguage): Promise<string> {
    const smtp = account();
    if (!smtp) throw new AppError("mail.not_configured");
    try {
      return await sendBySmtp(smtp, to, write(content, { language }));
    } catch (error) {
      if (!(error instanceof SmtpRejection)) throw error;
      throw new AppError("mail.refused", { params: { reason: error.message } });
    }
  }

  return {
    configured: () => account() !== undefined,

    async send(mail) {
      if (!account()) throw new AppError("mail.not_configured");
      await put(mail);
      queue.kick();
    },

    async sendAll(several) {
      if (!account()) throw new AppError("mail.not_configured");
      await deps.database.transaction(async (queries) => {
        const repository = createMailRepository(queries);
        for (const mail of several) await put(mail, repository);
      });
      queue.kick();
    },

    sendNow,

    async notifyAdministrators(content, about, queries = deps.database.queries) {
      const repository = createMailRepository(queries);
      if (!account() || (await repository.knows(about, clock.now() - notifyAgainSeconds))) return;
      for (const reader of await createUserRepository(queries).findReachable(roles.admin)) {
        const language = languageOf(reader.language);
        await put({ to: reader.email, language, content, about }, repository);
      }
      // Inside a transaction the job sends them: other connections do not see them yet.
      if (queries === deps.database.queries) queue.kick();
    },

    write: (content, language, repetition) =>
      renderLines(content, { language, site: siteOf(settings()), repetition }),

    stuckSince: (until) => mails.stuckSince(until),

    async sendTest(actor, to) {
      if (!account()) throw new AppError("mail.not_configured");
      const own = await users.find(actor.id);
      const recipient = to === "" ? (own?.email ?? "") : to;
      if (recipient === "") throw rejectField(noRecipient);
      const response = await sendNow(recipient, { kind: "test" }, languageOf(own?.language ?? ""));
      await deps.audit.recordAlone(actor, { action: "mail.test", target: { type: "mail", id: recipient } });
      return { to: recipient, response };
    },

    async list(request, status) {
      const { rows, total } = await mails.page(request, status);
      return { data: rows.map(presentMail), page: request.page, size: request.size, total_count: total };
    },

    sendDue: () => queue.drain(),
    prune: () => mails.deleteUntil(clock.now() - keptSeconds),
    stop: () => queue.stop(),
  };
}

const noRecipient = {
  path: "to",
  code: "mail.no_recipient",
  message: "Enter an address, or set one in your profile.",
};

/** A logo with a path of this server is loaded from the server's own address. */
function siteOf(settings: Settings): { name: string; logo: string } {
  const { SystemName: name, Logo: logo, ServerAddress: address } = settings;
  return {
    name,
    logo: logo.startsWith("/") && address !== "" ? `${address.replace(/\/$/, "")}${logo}` : logo,
  };
}
