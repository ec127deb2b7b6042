import * as z from "zod";
import { formField } from "./form-field.ts";
import { localizedText } from "./localized.ts";

/** What a provider offers; the channel form and the router read it. */
export const capability = z
  .enum(["chat", "embeddings", "images", "speech", "transcription", "rerank", "moderations", "videos"])
  .meta({ id: "Capability" });
export type Capability = z.infer<typeof capability>;

export const providerIcon = z
  .object({ text: z.string().describe("One or two letters."), color: z.string() })
  .meta({ id: "ProviderIcon" });
export type ProviderIcon = z.infer<typeof providerIcon>;

/**
 * A provider's own description. The console renders the type list, the form, the labels and the default models from this
 * alone, so that a new provider needs no change there.
 */
export const providerDescriptor = z
  .object({
    type: z.number().describe("Number of the provider, the `type` of its channels."),
    id: z.string().describe("Stable name."),
    label: z.string(),
    icon: providerIcon,
    defaultBaseUrl: z.string().exactOptional(),
    baseUrlHint: localizedText.exactOptional().describe("Rule for the base URL, where it is unusual."),
    keyLabel: localizedText,
    keyOptional: z.boolean().exactOptional().describe("Channels may be saved with an empty key."),
    keyHint: localizedText.exactOptional(),
    keyFormat: z
      .string()
      .exactOptional()
      .describe("How one line of the key field is built, for example `APIKey|SecretKey`."),
    fields: z.array(formField).describe("Fields beyond those of every channel."),
    defaultModels: z.array(z.string()),
    defaultTestModel: z.string().exactOptional(),
    ownModels: z
      .boolean()
      .exactOptional()
      .describe(
        "A server at another address than the default one has models of its own instead of the default ones.",
      ),
    capabilities: z.array(capability),
    canListModels: z.boolean(),
    canReadBalance: z
      .boolean()
      .exactOptional()
      .describe("The upstream reports the account's balance. Set by the server."),
    consoleUrl: z.string().exactOptional().describe("Page where an operator finds keys and bills."),
    marksCache: z
      .boolean()
      .exactOptional()
      .describe(
        "Callers mark cached content, which has its own prices. Absent: the vendor caches automatically.",
      ),
    standing: z
      .enum(["popular", "retired"])
      .exactOptional()
      .describe("Place in the type list: popular providers first, retired ones last."),
    sandbox: z.boolean().exactOptional().describe("Sandbox channels are labeled as such on every page."),
  })
  .meta({ id: "ProviderDescriptor", description: "A provider, and the form of its channels." });
export type ProviderDescriptor = z.infer<typeof providerDescriptor>;
