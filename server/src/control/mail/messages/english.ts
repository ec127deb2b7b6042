import { type MailContent, type MailLanguageMessages, type MailMessage, writeTime } from "../mail-content.ts";
import { writeEnglishNotice } from "./english-notices.ts";

export const english: MailLanguageMessages = {
  tag: "en",
  copyLink: "If the button does not work, copy this address into your browser:",
  footer: ({ name }) => `This mail was sent by ${name}. Nobody reads answers to it.`,
  repeated: ({ count, since }) => ["Happened", `${count} times since ${writeTime(since)}`],
  write,
};

function write(content: MailContent, site: { name: string }): MailMessage {
  switch (content.kind) {
    case "verification":
      return {
        subject: "Your verification code",
        paragraphs: [`Enter this code at ${site.name} to show that this address is yours.`],
        code: content.code,
        closing: `It works once, for ${content.minutes} minutes. If you did not ask for it, ignore this mail, and give the code to nobody.`,
      };
    case "password_reset":
      return {
        subject: "Choose a new password",
        paragraphs: [`A new password was asked for, for the account ${content.username} at ${site.name}.`],
        button: { label: "Choose a new password", href: content.link },
        closing: `The link works once, for ${content.minutes} minutes. If you did not ask for it, ignore this mail: your password stays as it is.`,
      };
    case "email_changed":
      return {
        subject: "Your address was changed",
        paragraphs: [
          `The account ${content.username} at ${site.name} now has another address, and this one no longer belongs to it.`,
        ],
        facts: [
          ["New address", content.address],
          ["Time", writeTime(content.time)],
          ["From", content.ip],
        ],
        closing: "If that was not you, change your password at once and tell the administrator.",
      };
    case "new_place":
      return {
        subject: "Sign-in from a new place",
        paragraphs: [
          `Somebody signed in to the account ${content.username} at ${site.name} from a new place.`,
        ],
        facts: [
          ["Time", writeTime(content.time)],
          ["Network address", content.ip],
          ["Browser", content.browser],
        ],
        closing:
          "If that was you, there is nothing to do. If not, change your password and end the session in your profile.",
      };
    case "second_factor_reset":
      return {
        subject: "Your second factor was reset",
        paragraphs: [
          `An administrator took the second factor away from the account ${content.username} at ${site.name}: authenticator app, recovery codes and passkeys no longer work, and every session has ended.`,
        ],
        facts: [["Time", writeTime(content.time)]],
        closing:
          "If you asked for it, sign in and set up a new one. If not, change your password at once and ask the administrator.",
      };
    case "password_set":
      return {
        subject: "You were given a new password",
        paragraphs: [
          `An administrator set a new password for the account ${content.username} at ${site.name}. Every session has ended, and the old password no longer works.`,
        ],
        facts: [["Time", writeTime(content.time)]],
        closing:
          "The administrator tells you the new password; choose one of your own after signing in. If you did not ask for it, ask the administrator.",
      };
    case "email_set":
      return {
        subject: "Your address was changed",
        paragraphs: [
          `An administrator changed the address of the account ${content.username} at ${site.name}. This one no longer belongs to it.`,
        ],
        facts: [
          ["New address", content.address],
          ["Time", writeTime(content.time)],
        ],
        closing: "If you did not ask for it, ask the administrator at once.",
      };
    case "quota_reminder":
      return {
        subject: "Your balance is low",
        paragraphs: [
          `The account ${content.username} at ${site.name} has ${content.balance} left. When nothing is left, calls are refused.`,
        ],
        facts: [
          ["Balance", content.balance],
          ["Remind below", content.threshold],
        ],
        closing:
          "You can change or turn off this reminder in your profile. It is sent once each time the balance falls below the threshold.",
      };
    case "task_done":
      return {
        subject: content.succeeded ? "Your task is done" : "Your task failed",
        paragraphs: [`A task of the account ${content.username} at ${site.name} has ended.`],
        facts: [
          ["Task", content.task],
          ["Time", writeTime(content.time)],
        ],
        closing: "You can turn off this message in your profile.",
      };
    case "test":
      return {
        subject: "Test mail",
        paragraphs: [`${site.name} can send mail with the settings in force.`],
      };
    case "notice_test":
      return { subject: "Test message", paragraphs: [`${site.name} reaches you over this channel.`] };
    default:
      return writeEnglishNotice(content, site);
  }
}
