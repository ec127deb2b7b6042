import * as z from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { listQuery, pageOf } from "./list-query.ts";

/** An announcement that is or was shown on the site. */
export const announcement = z
  .object({
    id: z.int(),
    hash: z.string().describe("Identifies the text; that of the current one is in the site info."),
    text: z.string().describe("Markdown, HTML, or the address of a page."),
    published_time: z.int().describe("Epoch seconds."),
    current: z.boolean().describe("The one that the site shows now."),
  })
  .meta({ id: "Announcement" });
export type Announcement = z.infer<typeof announcement>;

/** Pages are short: each announcement comes with its whole text. */
export const listAnnouncements = defineEndpoint({
  method: "GET",
  path: "/api/announcements",
  access: "user",
  summary: "Current and past announcements, newest first",
  query: listQuery([], {}),
  data: pageOf(announcement),
});
