import { type MailContent, type MailLanguageMessages, type MailMessage, writeTime } from "../mail-content.ts";
import { writeEnglishNotice } from "./english-notices.ts";

export const english: MailLanguageMessages = {
  tag: "en",
  copyLink: "If the button does not work, copy this link into your browser:",
  footer: ({ name }) => `This email was sent by ${name}. Replies are not read.`,
  repeated: ({ count, since }) => ["Happened", `${count} times since ${writeTime(since)}`],
  write,
};

function write(content: MailContent, site: { name: string }): MailMessage {
  switch (content.kind) {
    case "verification":
      return {
        subject: "Your verification code",
        paragraphs: [`Enter this code at ${site.name} to confirm your email address.`],
        code: content.code,
        closing: `The code works once and expires in ${content.minutes} minutes. If you did not request it, ignore this email. Never share the code.`,
      };
    case "password_reset":
      return {
        subject: "Reset your password",
        paragraphs: [`A password reset was requested for the account ${content.username} at ${site.name}.`],
        button: { label: "Choose a new password", href: content.link },
        closing: `The link works once and expires in ${content.minutes} minutes. If you did not request it, ignore this email: your password does not change.`,
      };
    case "email_changed":
      return {
        subject: "Your email address was changed",
        paragraphs: [
          `The email address of the account ${content.username} at ${site.name} was changed. This address no longer belongs to the account.`,
        ],
        facts: [
          ["New address", content.address],
          ["Time", writeTime(content.time)],
          ["IP address", content.ip],
        ],
        closing: "If this was not you, change your password immediately and contact your administrator.",
      };
    case "new_place":
      return {
        subject: "Sign-in from a new IP address",
        paragraphs: [
          `There was a sign-in to the account ${content.username} at ${site.name} from a new IP address.`,
        ],
        facts: [
          ["Time", writeTime(content.time)],
          ["IP address", content.ip],
          ["Browser", content.browser],
        ],
        closing:
          "If this was you, no action is needed. If not, change your password and end the session in your profile.",
      };
    case "second_factor_reset":
      return {
        subject: "Two-factor authentication was reset",
        paragraphs: [
          `An administrator reset two-factor authentication for the account ${content.username} at ${site.name}. The authenticator app, recovery codes and passkeys no longer work, and every session was signed out.`,
        ],
        facts: [["Time", writeTime(content.time)]],
        closing:
          "If you requested this, sign in and set it up again. If not, change your password immediately and contact your administrator.",
      };
    case "password_set":
      return {
        subject: "Your password was reset",
        paragraphs: [
          `An administrator set a new password for the account ${content.username} at ${site.name}. The old password no longer works, and every session was signed out.`,
        ],
        facts: [["Time", writeTime(content.time)]],
        closing:
          "Ask your administrator for the new password, and change it after you sign in. If you did not request this, contact your administrator.",
      };
    case "email_set":
      return {
        subject: "Your email address was changed",
        paragraphs: [
          `An administrator changed the email address of the account ${content.username} at ${site.name}. This address no longer belongs to the account.`,
        ],
        facts: [
          ["New address", content.address],
          ["Time", writeTime(content.time)],
        ],
        closing: "If you did not request this, contact your administrator immediately.",
      };
    case "quota_reminder":
      return {
        subject: "Your balance is low",
        paragraphs: [
          `The account ${content.username} at ${site.name} has ${content.balance} left. Requests are rejected when the balance is used up.`,
        ],
        facts: [
          ["Balance", content.balance],
          ["Reminder threshold", content.threshold],
        ],
        closing:
          "You can change or turn off this reminder in your profile. It is sent once whenever the balance falls below the threshold.",
      };
    case "task_done":
      return {
        subject: content.succeeded ? "Your task succeeded" : "Your task failed",
        paragraphs: [`A task of the account ${content.username} at ${site.name} has finished.`],
        facts: [
          ["Task", content.task],
          ["Time", writeTime(content.time)],
        ],
        closing: "You can turn off this email in your profile.",
      };
    case "test":
      return {
        subject: "Test email",
        paragraphs: [`${site.name} can send email with its current settings.`],
      };
    case "notice_test":
      return { subject: "Test message", paragraphs: [`${site.name} can send notices to this channel.`] };
    default:
      return writeEnglishNotice(content, site);
  }
}
