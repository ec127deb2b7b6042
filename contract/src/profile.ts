import * as z from "zod";
import { budgetState } from "./budgets.ts";
import { newPassword, username } from "./account-fields.ts";
import { defineEndpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { stepUp } from "./step-up.ts";
import { familyBody, fixedFields } from "./sent-fields.ts";
import { bindings, user } from "./user.ts";

/** The caller's own record with the ratio and limit of the group in force, and how the account is secured. */
export const self = user
  .extend({
    group_name: z.string(),
    group_ratio: z.number(),
    group_api_rate: z.int(),
    email_verified: z.boolean(),
    has_password: z.boolean().describe("False: the account signs in by another service or a passkey alone."),
    has_access_token: z.boolean().describe("Whether the account has an access token for the console API."),
    second_factor: z.boolean().describe("Sign-in requires a code."),
    second_factor_due: z
      .boolean()
      .describe(
        "An administrator who must set up two-factor authentication before the rights are given (setting AdminSecondFactorRequired).",
      ),
    bindings,
    deletion_requested_time: z.int().describe("When the account's deletion was requested; 0: never."),
    uncollected: z
      .int()
      .describe("Quota that calls and refunds took above the balance; the next credit settles it first."),
    low_balance: z.boolean().describe("The balance is below the threshold of the account's reminder."),
    ...budgetState,
  })
  .meta({ id: "Profile", description: "The signed-in user's own account." });
export type Self = z.infer<typeof self>;

/**
 * A username that is left out stays. An empty password leaves it unchanged; a new one requires step-up and ends other
 * sessions and the access token.
 */
export const selfForm = stepUp
  .extend({
    username: username.optional(),
    display_name: z.string().trim().max(limits.displayNameMax),
    password: newPassword.or(z.literal("")).default(""),
  })
  .meta({ id: "ProfileForm" });
export type SelfForm = z.infer<typeof selfForm>;

/** Notification settings of a user. The threshold is a balance in quota. */
export const notifySetting = z
  .object({
    quota_reminder: z.boolean(),
    quota_threshold: z.int().min(0).max(limits.quotaMax),
    new_place: z.boolean().describe("A sign-in from an address that the account was not used at before."),
    task_done: z.boolean().describe("A task such as a picture or a video has ended."),
    by_mail: z.boolean().describe("Notices are sent to the confirmed address."),
    by_telegram: z.boolean().describe("Notices are sent by the Telegram bot, if the account is bound to it."),
  })
  .meta({ id: "NotifySetting", description: "Notification settings of a user." });
export type NotifySetting = z.infer<typeof notifySetting>;

/** A field that is left out stays as it is: a threshold that was never chosen goes on being the operator's. */
export const notifyForm = notifySetting
  .partial()
  .meta({ id: "NotifyForm", description: "Fields that are left out stay as they are." });
export type NotifyForm = z.infer<typeof notifyForm>;

const stored = z.object({
  quota_reminder: notifyForm.shape.quota_reminder.catch(undefined),
  quota_threshold: notifyForm.shape.quota_threshold.catch(undefined),
  new_place: notifyForm.shape.new_place.catch(undefined),
  task_done: notifyForm.shape.task_done.catch(undefined),
  by_mail: notifyForm.shape.by_mail.catch(undefined),
  by_telegram: notifyForm.shape.by_telegram.catch(undefined),
});

/** What of the column's text the user has chosen; what does not fit counts as not chosen. */
export function readNotifyChoices(text: string): NotifyForm {
  try {
    return stored.parse(JSON.parse(text));
  } catch {
    return {};
  }
}

/** The column's text as a setting; what was not chosen has its default, the threshold the operator's where one is given. */
export function readNotifySetting(text: string, threshold = 500_000): NotifySetting {
  const {
    quota_reminder = true,
    quota_threshold = threshold,
    new_place = true,
    task_done = false,
    by_mail = true,
    by_telegram = false,
  } = readNotifyChoices(text);
  return { quota_reminder, quota_threshold, new_place, task_done, by_mail, by_telegram };
}

export const getSelf = defineEndpoint({
  method: "GET",
  path: "/api/user/self",
  access: "user",
  summary: "The signed-in user",
  data: self,
});

export const updateSelf = defineEndpoint({
  method: "PUT",
  path: "/api/user/self",
  access: "user",
  summary:
    "Change your username, display name or password; a new password ends other sessions and the access token",
  body: familyBody(selfForm),
  fixed: fixedFields(self, selfForm, {
    moving: [
      "quota",
      "used_quota",
      "uncollected",
      "low_balance",
      "request_count",
      "last_login_time",
      "last_login_ip",
    ],
  }),
  data: self,
});

export const resetAccessToken = defineEndpoint({
  method: "GET",
  path: "/api/user/token",
  access: "user",
  summary:
    "Make a new access token for the console API, within ten minutes of signing in or with the old token; the old one stops working",
  data: z.string(),
});

export const makeAccessToken = defineEndpoint({
  method: "POST",
  path: "/api/user/token",
  access: "user",
  summary: "Create a new access token for the console API; requires step-up; revokes the previous one",
  body: stepUp,
  data: z.string(),
});

export const getNotifySetting = defineEndpoint({
  method: "GET",
  path: "/api/user/notify_setting",
  access: "user",
  summary: "Your notification settings",
  data: notifySetting,
});

export const updateNotifySetting = defineEndpoint({
  method: "PUT",
  path: "/api/user/notify_setting",
  access: "user",
  summary: "Change your notification settings",
  body: notifyForm,
  data: notifySetting,
});

export const requestDeletion = defineEndpoint({
  method: "POST",
  path: "/api/user/deletion",
  access: "user",
  summary: "Request the deletion of your account by an administrator",
  body: stepUp,
  data: self,
});

export const withdrawDeletion = defineEndpoint({
  method: "DELETE",
  path: "/api/user/deletion",
  access: "user",
  summary: "Withdraw the request to delete one's account",
  data: self,
});
