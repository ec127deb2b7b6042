import * as z from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { formField } from "./form-field.ts";
import { limits } from "./limits.ts";
import { idParams, listQuery, pageOf, queryInteger } from "./list-query.ts";
import { localizedText } from "./localized.ts";
import { mailLanguages } from "./mail.ts";
import { noticeEvents, routineNoticeEvents } from "./notice-events.ts";
import { fixedFields, partialFields } from "./sent-fields.ts";

/** `queued` waits for its first or next attempt; `failed` is final. */
export const noticeStatuses = ["queued", "sent", "failed"] as const;
export type NoticeStatus = (typeof noticeStatuses)[number];

/** A kind of channel: the form of its accounts. */
export const noticeChannelKind = z
  .object({
    type: z.string().describe("Stable name: `email`, `telegram`, `webhook`, …"),
    label: localizedText,
    fields: z.array(formField).describe("Fields of `config`."),
    root_fields: z
      .array(z.string())
      .describe("Fields that only a super administrator may change; shown under Advanced."),
  })
  .meta({ id: "NoticeChannelKind", description: "A kind of notice channel, and the form of its accounts." });
export type NoticeChannelKind = z.infer<typeof noticeChannelKind>;

export const listNoticeChannelKinds = defineEndpoint({
  method: "GET",
  path: "/api/notice_channel/types",
  access: "admin",
  summary: "Kinds of notice channels",
  data: z.array(noticeChannelKind),
});

/** One configured channel. Secrets are never answered: `secrets` names those that are stored. */
export const noticeChannel = z
  .object({
    id: z.int(),
    type: z.string(),
    name: z.string(),
    config: z.record(z.string(), z.string()).describe("The kind's fields, without secrets."),
    secrets: z.array(z.string()).describe("Names of the secret fields that are filled in."),
    language: z.enum(mailLanguages),
    events: z.array(z.enum(noticeEvents)),
    pause_minutes: z
      .int()
      .describe(
        "After a message, repetitions of the same event about the same thing are collected for so long and sent as one with a count; 0: each is sent.",
      ),
    enable: z.boolean(),
    created_time: z.int().describe("Epoch seconds."),
    last_sent_time: z.int().describe("Epoch seconds; 0: nothing was sent yet."),
    last_error: z.string().describe("The service's error of the last attempt; empty on success."),
    waiting: z.int().describe("Messages that wait for their first or next attempt."),
  })
  .meta({ id: "NoticeChannel", description: "A configured way to reach administrators." });
export type NoticeChannel = z.infer<typeof noticeChannel>;

const noticeChannelOrder = ["id", "name", "type", "enable", "created_time", "last_sent_time"] as const;

export const listNoticeChannels = defineEndpoint({
  method: "GET",
  path: "/api/notice_channel/",
  access: "admin",
  summary: "Notice channels",
  query: listQuery(noticeChannelOrder, { type: z.string().trim().max(30).default("") }),
  data: pageOf(noticeChannel),
});

export const getNoticeChannel = defineEndpoint({
  method: "GET",
  path: "/api/notice_channel/:id",
  access: "admin",
  summary: "One notice channel",
  params: idParams,
  data: noticeChannel,
});

const config = z.record(z.string().max(60), z.string().max(2000));

const noticeChannelFields = {
  name: z.string().trim().min(1).max(limits.channelNameMax),
  config: config.default({}).describe("Empty secrets keep what is stored."),
  language: z.enum(mailLanguages).default("en_US"),
  events: z
    .array(z.enum(noticeEvents))
    .max(noticeEvents.length)
    .transform((events) => noticeEvents.filter((event) => events.includes(event)))
    .default(() => noticeEvents.filter((event) => !routineNoticeEvents.includes(event))),
  pause_minutes: z.int().min(0).max(10_080).default(60),
  enable: z.boolean().default(true).describe("Only with complete credentials."),
};

export const noticeChannelForm = z
  .object({ type: z.string().min(1).max(30), ...noticeChannelFields })
  .meta({ id: "NoticeChannelForm" });
export type NoticeChannelForm = z.output<typeof noticeChannelForm>;

export const createNoticeChannel = defineEndpoint({
  method: "POST",
  path: "/api/notice_channel/",
  access: "admin",
  summary: "Add a notice channel",
  body: noticeChannelForm,
  data: noticeChannel,
});

/** What is left out stays as it is. */
export const noticeChannelChangeForm = z
  .object({ id: z.int().positive(), ...partialFields(noticeChannelFields).shape })
  .meta({ id: "NoticeChannelChangeForm" });
export type NoticeChannelChangeForm = z.output<typeof noticeChannelChangeForm>;

export const updateNoticeChannel = defineEndpoint({
  method: "PUT",
  path: "/api/notice_channel/",
  access: "admin",
  summary: "Change a notice channel",
  body: noticeChannelChangeForm,
  fixed: fixedFields(noticeChannel, noticeChannelChangeForm, {
    moving: ["secrets", "last_sent_time", "last_error", "waiting"],
  }),
  data: noticeChannel,
});

export const deleteNoticeChannel = defineEndpoint({
  method: "DELETE",
  path: "/api/notice_channel/:id",
  access: "admin",
  summary: "Delete a notice channel with what waits in it; its history stays",
  params: idParams,
  data: z.null(),
});

/** `id`: secrets left empty are those of this channel. */
export const noticeTestForm = z
  .object({
    id: z.int().positive().optional(),
    type: z.string().min(1).max(30),
    config,
    language: z.enum(mailLanguages).default("en_US"),
  })
  .meta({ id: "NoticeTestForm" });
export type NoticeTestForm = z.output<typeof noticeTestForm>;

export const testNoticeChannel = defineEndpoint({
  method: "POST",
  path: "/api/notice_channel/test",
  access: "admin",
  summary: "Send a test message now; a rejection is `notice.refused` with the service's own words",
  body: noticeTestForm,
  rate: "critical",
  data: z.null(),
});

/** A sent message, without its content. */
export const notice = z
  .object({
    id: z.int(),
    created_time: z.int().describe("Epoch seconds."),
    channel_id: z.int(),
    channel_name: z.string().describe("Name of the channel at that moment."),
    event: z.enum(noticeEvents),
    subject: z.string().describe("What it is about, such as `channel:5`."),
    label: z.string().describe("The same by name; may be empty."),
    count: z.int().describe("How often it happened before it was sent."),
    status: z.enum(noticeStatuses),
    attempts: z.int().describe("Attempts so far."),
    next_time: z.int().describe("Time of the next attempt; 0 once it is sent or failed."),
    sent_time: z.int().describe("0: it was not sent."),
    last_error: z.string().describe("Error of the last attempt; empty without one."),
  })
  .meta({ id: "Notice", description: "A message to administrators without its content." });
export type Notice = z.infer<typeof notice>;

export const noticeOrder = ["id"] as const;

export const listNotices = defineEndpoint({
  method: "GET",
  path: "/api/notice_channel/history",
  access: "admin",
  summary: "Messages of the last thirty days with their status",
  query: listQuery(noticeOrder, {
    channel_id: queryInteger.min(0).default(0).describe("0: of every channel."),
    event: z.enum(["", ...noticeEvents]).default(""),
    status: z.enum(["", ...noticeStatuses]).default(""),
  }),
  data: pageOf(notice),
});
