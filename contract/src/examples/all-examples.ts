import { accountExamples } from "./account-examples.ts";
import { analyticsExamples } from "./analytics-examples.ts";
import { bookExamples } from "./book-examples.ts";
import { captureExamples } from "./capture-examples.ts";
import { channelExamples } from "./channel-examples.ts";
import { logExamples } from "./log-examples.ts";
import { modelExamples } from "./model-examples.ts";
import { noticeExamples } from "./notice-examples.ts";
import { paymentExamples } from "./payment-examples.ts";
import { invitationExamples } from "./invitation-examples.ts";
import { redemptionExamples } from "./redemption-examples.ts";
import { siteExamples } from "./site-examples.ts";
import { taskExamples } from "./task-examples.ts";
import { telegramExamples } from "./telegram-examples.ts";
import { tokenExamples } from "./token-examples.ts";

/** One realistic value of every named schema, as it is on the wire, by the schema's name. Not for the browser. */
export const examples: Readonly<Record<string, unknown>> = {
  ...accountExamples,
  ...tokenExamples,
  ...channelExamples,
  ...modelExamples,
  ...logExamples,
  ...analyticsExamples,
  ...captureExamples,
  ...noticeExamples,
  ...paymentExamples,
  ...bookExamples,
  ...siteExamples,
  ...invitationExamples,
  ...redemptionExamples,
  ...taskExamples,
  ...telegramExamples,
};
