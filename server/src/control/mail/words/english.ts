import { type MailContent, type MailLanguageWords, type MailWords, writeTime } from "../mail-content.ts";

export const english: MailLanguageWords = {
  tag: "en",
  copyLink: "If the button does not work, copy this address into your browser:",
  footer: ({ name }) => `This mail was sent by ${name}. Nobody reads answers to it.`,
  write,
};

function write(content: MailContent, site: { name: string }): MailWords {
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
          "You set this reminder in your profile, and can change it there. It is sent once a day at most.",
      };
    case "channel_disabled":
      return {
        subject: `Channel ${content.name} was disabled`,
        paragraphs: [`${site.name} disabled a channel because its upstream refused.`],
        facts: [
          ["Channel", `${content.name} (#${content.id})`],
          ["Reason", content.reason],
          ["Time", writeTime(content.time)],
        ],
        closing:
          "Its history in the console tells more. Within an hour no second mail is sent about the same channel.",
      };
    case "test":
      return {
        subject: "Test mail",
        paragraphs: [`${site.name} can send mail with the settings in force.`],
      };
  }
}
