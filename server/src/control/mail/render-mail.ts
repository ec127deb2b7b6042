import type { MailLanguage } from "@tollgate/contract/mail";
import type { MailContent, MailLanguageMessages, MailMessage, Repetition } from "./mail-content.ts";
import { chinese } from "./messages/chinese.ts";
import { english } from "./messages/english.ts";
import { japanese } from "./messages/japanese.ts";

/** The site that a mail is from. */
export interface MailSite {
  name: string;
  /** Address of the logo; only a web address is shown, because mail programs load nothing else. */
  logo: string;
}

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

const languages: Record<MailLanguage, MailLanguageMessages> = {
  en_US: english,
  zh_CN: chinese,
  ja_JP: japanese,
};

/** The language of a message. */
export interface MessageOptions {
  language: MailLanguage;
  site: MailSite;
  /** Absent: it happened once. */
  repetition?: Repetition | undefined;
}

/** A mail as text and as HTML that loads nothing but the logo. The subject begins with the site's name. */
export function renderMail(content: MailContent, options: MessageOptions): RenderedMail {
  const messages = languages[options.language];
  const { site } = options;
  const written = writeMessage(content, options);
  return {
    subject: oneLine(`${site.name}: ${written.subject}`),
    text: renderText(written, messages, site),
    html: renderHtml(written, messages, site),
  };
}

/** The same for services that show lines of text: a title that begins with the site's name, and the content. */
export function renderLines(content: MailContent, options: MessageOptions): { title: string; text: string } {
  const { subject, paragraphs, facts = [], closing } = writeMessage(content, options);
  const lines = facts.map(([label, value]) => `${label}: ${oneLine(value, longestFact)}`);
  const parts = [...paragraphs, lines.join("\n"), closing ?? ""].filter((part) => part !== "");
  return { title: oneLine(`${options.site.name}: ${subject}`), text: parts.join("\n\n") };
}

function writeMessage(content: MailContent, { language, site, repetition }: MessageOptions): MailMessage {
  const messages = languages[language];
  const written = messages.write(content, site);
  if (!repetition || repetition.count < 2) return written;
  return { ...written, facts: [...(written.facts ?? []), messages.repeated(repetition)] };
}

const longestFact = 1000;

/** Names come from settings and channels: no line break may reach a header (ASVS 1.3.11). */
function oneLine(text: string, most = 200): string {
  return text.replaceAll(/\p{Cc}+/gu, " ").slice(0, most);
}

function renderText(mail: MailMessage, messages: MailLanguageMessages, site: MailSite): string {
  return [
    ...mail.paragraphs,
    ...(mail.code === undefined ? [] : [`    ${mail.code}`]),
    ...(mail.button ? [mail.button.href] : []),
    ...(mail.facts ? [mail.facts.map(([label, value]) => `${label}: ${oneLine(value)}`).join("\n")] : []),
    ...(mail.closing === undefined ? [] : [mail.closing]),
    `-- \n${messages.footer(site)}`,
  ].join("\n\n");
}

const ink = "color:#1b1f24";
const quiet = "color:#5b6470";
const font = "font-family:Roboto,'Helvetica Neue',Helvetica,Arial,'PingFang SC','Microsoft YaHei',sans-serif";

function renderHtml(mail: MailMessage, messages: MailLanguageMessages, site: MailSite): string {
  const heading = `<h1 style="margin:0 0 16px;font-size:20px;line-height:28px;${ink}">${escape(mail.subject)}</h1>`;
  const body = [
    heading,
    ...mail.paragraphs.map((line) => `<p style="margin:0 0 16px;${ink}">${escape(line)}</p>`),
    ...(mail.code === undefined ? [] : [renderCode(mail.code)]),
    ...(mail.button ? [renderButton(mail.button, messages)] : []),
    ...(mail.facts ? [renderFacts(mail.facts)] : []),
    ...(mail.closing === undefined
      ? []
      : [`<p style="margin:0;font-size:13px;line-height:20px;${quiet}">${escape(mail.closing)}</p>`]),
  ].join("\n");
  return `<!doctype html>
<html lang="${messages.tag}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light">
<title>${escape(mail.subject)}</title>
</head>
<body style="margin:0;padding:0;background:#f4f5f7">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f4f5f7;${font};font-size:15px;line-height:24px">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px">
<tr><td style="padding:0 0 16px">${renderName(site)}</td></tr>
<tr><td style="padding:28px;background:#ffffff;border:1px solid #e2e5e9;border-radius:12px">
${body}
</td></tr>
<tr><td style="padding:16px 4px 0;font-size:12px;line-height:18px;${quiet}">${escape(messages.footer(site))}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function renderName(site: MailSite): string {
  const name = `<span style="font-size:16px;font-weight:600;vertical-align:middle;${ink}">${escape(site.name)}</span>`;
  if (!/^https?:\/\//i.test(site.logo)) return name;
  return `<img src="${escape(site.logo)}" alt="" height="28" style="height:28px;vertical-align:middle;margin-right:8px">${name}`;
}

function renderCode(code: string): string {
  return `<p style="margin:0 0 16px;padding:14px 0;background:#f4f5f7;border-radius:8px;text-align:center;font-family:'Roboto Mono',Consolas,Menlo,monospace;font-size:28px;line-height:36px;letter-spacing:6px;${ink}">${escape(code)}</p>`;
}

function renderButton(button: { label: string; href: string }, messages: MailLanguageMessages): string {
  const href = escape(button.href);
  return `<p style="margin:0 0 16px"><a href="${href}" style="display:inline-block;padding:10px 20px;background:#3157d5;color:#ffffff;border-radius:8px;text-decoration:none;font-weight:600">${escape(button.label)}</a></p>
<p style="margin:0 0 16px;font-size:13px;line-height:20px;${quiet}">${escape(messages.copyLink)}<br><span style="word-break:break-all">${href}</span></p>`;
}

function renderFacts(facts: readonly (readonly [string, string])[]): string {
  const rows = facts
    .map(
      ([label, value]) =>
        `<tr><td style="padding:4px 16px 4px 0;vertical-align:top;white-space:nowrap;${quiet}">${escape(label)}</td><td style="padding:4px 0;word-break:break-word;${ink}">${escape(oneLine(value))}</td></tr>`,
    )
    .join("\n");
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px;font-size:14px;line-height:20px">${rows}</table>`;
}

function escape(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
