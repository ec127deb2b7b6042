import { roles } from "@tollgate/contract/access";
import type { Page } from "@tollgate/contract/list-query";
import { type Mail, type MailLanguage, mailLanguages } from "@tollgate/contract/mail";
import type { Settings } from "@tollgate/contract/settings";
import { AppError, refuseField } from "../../platform/app-error.ts";
import type { Clock } from "../../platform/clock.ts";
import { randomText } from "../../platform/ids.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import type { Database } from "../../storage/database.ts";
import { createJobRunRepository } from "../../storage/repositories/job-run-repository.ts";
import type { PageRequest } from "../../storage/repositories/list-page.ts";
import { createMailRepository } from "../../storage/repositories/mail-repository.ts";
import { sealedColumns } from "../../storage/repositories/secret-columns.ts";
import type { UserRepository } from "../../storage/repositories/user-repository.ts";
import type { Actor } from "../actor.ts";
import type { Audit } from "../audit.ts";
import type { SettingsService } from "../settings/service.ts";
import type { MailContent } from "./mail-content.ts";
import { presentMail } from "./present.ts";
import { createMailQueue } from "./queue.ts";
import { type RenderedMail, renderMail } from "./render-mail.ts";
import { type SmtpAccount, SmtpRefusal, sendBySmtp, smtpAccountOf } from "./smtp.ts";

export type QueuedContent = Exclude<MailContent, { kind: "test" }>;

/** A mail to be written and sent. */
export interface NewMail {
  to: string;
  /** The reader's, as `languageOf` finds it. */
  language: MailLanguage;
  content: QueuedContent;
  /** Epoch seconds after which it is of no use: it is not sent any more. */
  expires?: number;
  /** Names what it tells, where that must not be told again soon. */
  about?: string;
}

export interface MailService {
  /** True if the settings name a mail server and a sender. */
  configured(): boolean;
  /** Puts a mail into the queue, which is sent from at once. @throws AppError mail.not_configured */
  send(mail: NewMail): Promise<void>;
  /** Tells every administrator who has an address, once an hour per `about`; nothing where no mail can be sent. */
  tellAdministrators(content: QueuedContent, about: string): Promise<void>;
  /** Sends now, past the queue, with the settings in force. An empty `to` is the actor's own address. @throws AppError mail.refused */
  sendTest(actor: Actor, to: string): Promise<{ to: string; response: string }>;
  list(request: PageRequest, status: string): Promise<Page<Mail>>;
  /** Sends what is due, for the job that looks after the queue. */
  sendDue(): Promise<void>;
  /** Forgets mails of more than thirty days. */
  prune(): Promise<void>;
  /** Waits for the mail under way. */
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
const tellAgainSeconds = 3600;

/**
 * The first language of a list of preferences (an `Accept-Language` header, or a language's name) that mails are written in; English
 * where there is none.
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

  /** Settings are read at every try: what was mended meanwhile counts. */
  async function deliver(to: string, mail: RenderedMail): Promise<string> {
    const smtp = account();
    if (!smtp) throw new SmtpRefusal("No mail server is set up.", false, undefined);
    return sendBySmtp(smtp, to, mail);
  }

  async function put(mail: NewMail): Promise<void> {
    const { content, language } = mail;
    const seal_ref = randomText(20);
    const body = JSON.stringify(renderMail(content, language, siteOf(settings())));
    await mails.insert({
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

  return {
    configured: () => account() !== undefined,

    async send(mail) {
      if (!account()) throw new AppError("mail.not_configured");
      await put(mail);
      queue.kick();
    },

    async tellAdministrators(content, about) {
      if (!account() || (await mails.knows(about, clock.now() - tellAgainSeconds))) return;
      for (const reader of await users.findReachable(roles.admin)) {
        await put({ to: reader.email, language: languageOf(reader.language), content, about });
      }
      queue.kick();
    },

    async sendTest(actor, to) {
      const smtp = account();
      if (!smtp) throw new AppError("mail.not_configured");
      const own = await users.find(actor.id);
      const recipient = to === "" ? (own?.email ?? "") : to;
      if (recipient === "") throw refuseField(noRecipient);
      const language = languageOf(own?.language ?? "");
      try {
        const mail = renderMail({ kind: "test" }, language, siteOf(settings()));
        const response = await sendBySmtp(smtp, recipient, mail);
        await deps.audit.recordAlone(actor, { action: "mail.test", target: { type: "mail", id: recipient } });
        return { to: recipient, response };
      } catch (error) {
        if (!(error instanceof SmtpRefusal)) throw error;
        throw new AppError("mail.refused", { params: { reason: error.message } });
      }
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
  message: "Name an address, or set one in your profile.",
};

/** A logo that is a path of this server is shown from the server's own address. */
function siteOf(settings: Settings): { name: string; logo: string } {
  const { SystemName: name, Logo: logo, ServerAddress: address } = settings;
  return {
    name,
    logo: logo.startsWith("/") && address !== "" ? `${address.replace(/\/$/, "")}${logo}` : logo,
  };
}
