import type { NoticeContent } from "./notice-content.ts";

/** The content of a mail, independent of language. Times in epoch seconds. */
export type MailContent =
  | { kind: "verification"; code: string; minutes: number }
  | { kind: "password_reset"; username: string; link: string; minutes: number }
  /** To the address that was replaced. */
  | { kind: "email_changed"; username: string; address: string; time: number; ip: string }
  | { kind: "new_place"; username: string; time: number; ip: string; browser: string }
  /** Changes of an account by an administrator. */
  | { kind: "second_factor_reset"; username: string; time: number }
  | { kind: "password_set"; username: string; time: number }
  /** To the address that was replaced. */
  | { kind: "email_set"; username: string; address: string; time: number }
  /** Amounts as the site shows them. */
  | { kind: "quota_reminder"; username: string; balance: string; threshold: string }
  | { kind: "task_done"; username: string; task: string; succeeded: boolean; time: number }
  | NoticeContent
  /** Tests of a mail server, and of a notice channel. */
  | { kind: "test" }
  | { kind: "notice_test" };

/** Notices that users choose to receive. */
export type UserContent = Extract<MailContent, { kind: "quota_reminder" | "new_place" | "task_done" }>;

/** How often something happened before it was sent, and since when (epoch seconds). */
export interface Repetition {
  count: number;
  since: number;
}

/** A mail in one language, before layout. */
export interface MailMessage {
  subject: string;
  /** One sentence each. */
  paragraphs: string[];
  /** Shown large, to be typed or copied. */
  code?: string;
  button?: { label: string; href: string };
  /** Label and value. */
  facts?: [string, string][];
  /** After everything else, smaller. */
  closing?: string;
}

/** The messages of one language. */
export interface MailLanguageMessages {
  /** Value of HTML's `lang`. */
  tag: string;
  write(content: MailContent, site: { name: string }): MailMessage;
  /** Last line of every mail. */
  footer(site: { name: string }): string;
  /** Label and value of the fact that something happened several times. */
  repeated(repetition: Repetition): [string, string];
  /** Shown before an address that can be copied where the button does not work. */
  copyLink: string;
}

/** A time for readers whose zone is not known. */
export function writeTime(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
