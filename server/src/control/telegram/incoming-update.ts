import * as z from "zod";

const person = z.object({
  id: z.int(),
  is_bot: z.boolean().default(false),
  language_code: z.string().max(35).default(""),
});

/** The fields of a message that are read. */
export const incomingMessage = z.object({
  date: z.number(),
  text: z.string().max(10_000).optional(),
  chat: z.object({ id: z.int(), type: z.string() }),
  from: person.optional(),
  reply_to_message: z.object({ text: z.string().optional(), from: person.optional() }).optional(),
});
export type IncomingMessage = z.infer<typeof incomingMessage>;

/** An update of the Bot API, of which the bot only reads new messages. */
const incomingUpdate = z.object({ update_id: z.int(), message: incomingMessage.optional() });
export type IncomingUpdate = z.infer<typeof incomingUpdate>;

/** Undefined for anything that is no update, or that the bot cannot read. */
export function readUpdate(body: unknown): IncomingUpdate | undefined {
  return incomingUpdate.safeParse(body).data;
}
