import type { AddressInfo } from "node:net";
import { SMTPServer, type SMTPServerDataStream } from "smtp-server";
import { certificate, certificateKey } from "./smtp-certificate.ts";

/** A received mail, its parts decoded. */
export interface ReceivedMail {
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
  /** The raw message. */
  raw: string;
  encrypted: boolean;
  user: string;
}

export interface SmtpStandIn {
  port: number;
  mails: ReceivedMail[];
  /** Errors with which the next mails are rejected, in order: `550 no such user`. */
  rejections: string[];
  /** Holds every mail until the promise resolves. */
  hold: Promise<unknown>;
  /** Waits for the newest mail to an address. */
  mailTo(address: string): Promise<ReceivedMail>;
  stop(): Promise<void>;
}

export interface SmtpStandInOptions {
  /** Default `none`: plain, without an offer of TLS. */
  security?: "tls" | "starttls" | "none";
  /** The only accepted account; default: any. */
  account?: { user: string; password: string };
  port?: number;
}

/** A real mail server on loopback. */
export async function startSmtpStandIn(options: SmtpStandInOptions = {}): Promise<SmtpStandIn> {
  const { security = "none", account } = options;
  const mails: ReceivedMail[] = [];
  const waiting = new Set<() => void>();
  const server = new SMTPServer({
    secure: security === "tls",
    disabledCommands: [...(security === "starttls" ? [] : ["STARTTLS"]), ...(account ? [] : ["AUTH"])],
    authOptional: account === undefined,
    allowInsecureAuth: true,
    // `stop` waits this long for clients that are connected; the default is 30 seconds.
    closeTimeout: 500,
    key: certificateKey,
    cert: certificate,
    onAuth({ username, password }, _session, done) {
      const right = username === account?.user && password === account?.password;
      done(right ? null : rejection("535 5.7.8 Authentication failed: wrong account"), { user: username });
    },
    onData(stream, session, done) {
      void (async () => {
        const raw = await readAll(stream);
        await standIn.hold;
        const sentence = standIn.rejections.shift();
        if (sentence !== undefined) return done(rejection(sentence));
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          ...decodeMail(raw),
          from: mailFrom === false ? "" : mailFrom.address,
          to: rcptTo.map((one) => one.address),
          encrypted: session.secure,
          user: typeof session.user === "string" ? session.user : "",
        });
        for (const look of waiting) look();
        return done(null);
      })();
    },
  });
  // Some tests use clients that disconnect.
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, "127.0.0.1", resolve));
  const standIn: SmtpStandIn = {
    port: (server.server.address() as AddressInfo).port,
    mails,
    rejections: [],
    hold: Promise.resolve(),
    async mailTo(address) {
      for (;;) {
        const found = mails.findLast((mail) => mail.to.includes(address));
        if (found) return found;
        const { promise, resolve } = Promise.withResolvers<void>();
        waiting.add(resolve);
        await promise;
        waiting.delete(resolve);
      }
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return standIn;
}

function rejection(sentence: string): Error {
  return Object.assign(new Error(sentence.slice(4)), { responseCode: Number(sentence.slice(0, 3)) });
}

async function readAll(stream: SMTPServerDataStream): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString("utf8");
}

/** The MIME subset that Tollgate sends: one multipart of text and HTML, encoded words in the subject. */
function decodeMail(raw: string): Pick<ReceivedMail, "subject" | "text" | "html" | "raw"> {
  const [head = "", ...rest] = raw.split("\r\n\r\n");
  const boundary = /boundary="([^"]+)"/.exec(head)?.[1] ?? "";
  const parts = rest.join("\r\n\r\n").split(`--${boundary}`);
  const partOf = (type: string): string => {
    const part = parts.find((one) => one.includes(`Content-Type: ${type}`)) ?? "";
    const [partHead = "", ...body] = part.split("\r\n\r\n");
    return decodeBody(body.join("\r\n\r\n"), /Content-Transfer-Encoding: (\S+)/i.exec(partHead)?.[1] ?? "");
  };
  const subject = /^Subject: (.*(?:\r\n[ \t].*)*)/m.exec(head)?.[1] ?? "";
  return { raw, subject: decodeWords(subject), text: partOf("text/plain"), html: partOf("text/html") };
}

function decodeBody(body: string, encoding: string): string {
  if (encoding === "base64") return Buffer.from(body, "base64").toString("utf8");
  return encoding === "quoted-printable" ? decodeQuoted(body.replaceAll("=\r\n", "")) : body;
}

function decodeWords(text: string): string {
  return text
    .replaceAll(/\?=\s+=\?/g, "?==?")
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === "b"
        ? Buffer.from(word, "base64").toString("utf8")
        : decodeQuoted(word.replaceAll("_", " ")),
    );
}

function decodeQuoted(text: string): string {
  const bytes = text.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, "latin1").toString("utf8");
}
