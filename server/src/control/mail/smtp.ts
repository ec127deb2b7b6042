import type { Settings } from "@tollgate/contract/settings";
import { email } from "@tollgate/contract/account-fields";
import { cleanReason } from "../../platform/clean-message.ts";
import type { RenderedMail } from "./render-mail.ts";

/**
 * Encryption of the connection to the mail server: from the first byte, by STARTTLS, or by STARTTLS if it is offered.
 */
export type SmtpSecurity = "tls" | "starttls" | "offered";

/** Address and credentials of the mail server. */
export interface SmtpAccount {
  host: string;
  port: number;
  security: SmtpSecurity;
  user: string;
  password: string;
  from: { name: string; address: string };
  /** Additional certificate authority, for tests. */
  ca?: string;
}

/**
 * A mail server's rejection or a failed connection. The message may be shown to root; it never contains the password.
 */
export class SmtpRejection extends Error {
  override name = "SmtpRejection";
  /** The server rejected this recipient or mail permanently: retrying is of no use. */
  readonly permanent: boolean;

  constructor(message: string, permanent: boolean, cause: unknown) {
    super(message, { cause });
    this.permanent = permanent;
  }
}

/** The account of the settings; undefined while they have no server or no sender. */
export function smtpAccountOf(settings: Settings): SmtpAccount | undefined {
  const sender = settings.SMTPFrom === "" ? settings.SMTPAccount : settings.SMTPFrom;
  const named = /^\s*([^<>]*?)\s*<([^<>]+)>\s*$/.exec(sender);
  const address = email.safeParse(named?.[2] ?? sender);
  if (settings.SMTPServer === "" || !address.success) return undefined;
  return {
    host: settings.SMTPServer,
    port: settings.SMTPPort,
    security: securityOfPort(settings.SMTPPort),
    user: settings.SMTPAccount,
    password: settings.SMTPToken,
    from: {
      name: (named?.[1] || settings.SystemName).replaceAll(/[\p{Cc}"]+/gu, " "),
      address: address.data,
    },
  };
}

/** 465 uses TLS from the first byte, 587 must offer STARTTLS, other ports may. */
export function securityOfPort(port: number): SmtpSecurity {
  if (port === 465) return "tls";
  return port === 587 ? "starttls" : "offered";
}

/** A mail server that does not respond must not block the queue. */
const timeouts = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
  dnsTimeout: 5000,
};

/** For everything: a server that sends a byte now and then does not block it either. */
const sendMilliseconds = 45_000;

/**
 * Sends one mail over its own connection. Returns the server's response.
 * @throws SmtpRejection
 */
export async function sendBySmtp(account: SmtpAccount, to: string, mail: RenderedMail): Promise<string> {
  // Loaded with the first mail: an installation that sends none does not hold it in memory.
  const { default: nodemailer } = await import("nodemailer");
  const transport = nodemailer.createTransport({
    ...timeouts,
    host: account.host,
    port: account.port,
    secure: account.security === "tls",
    requireTLS: account.security === "starttls",
    ...(account.password !== "" && { auth: { user: account.user, pass: account.password } }),
    ...(account.ca !== undefined && { tls: { ca: account.ca } }),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    const message = {
      from: account.from,
      to: { name: "", address: email.parse(to) },
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      headers: { "Auto-Submitted": "auto-generated" },
      signal: AbortSignal.timeout(sendMilliseconds),
    };
    const info = await transport.sendMail(message);
    return cleanReason(info.response, [account.password]);
  } catch (error) {
    throw rejectionOf(error, account);
  } finally {
    transport.close();
  }
}

interface SmtpError {
  message: string;
  /** nodemailer's error code. */
  code?: string;
  /** The server's response. */
  response?: string;
  responseCode?: number;
  command?: string;
}

/** A rejection at this step concerns the recipient or the mail, not the sender's account. */
const finalCommands = new Set(["RCPT TO", "DATA"]);

function rejectionOf(error: unknown, account: SmtpAccount): SmtpRejection {
  const { message, code, response, responseCode, command } = error as SmtpError;
  const said = response || (code === undefined ? message : `${message} (${code})`);
  const permanent = (responseCode ?? 0) >= 500 && finalCommands.has(command ?? "");
  return new SmtpRejection(cleanReason(said, [account.password]), permanent, error);
}
