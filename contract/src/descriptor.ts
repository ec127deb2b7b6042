import type { FormField } from "./form-field.ts";
import type { LocalizedText } from "./localized.ts";

/** What a provider offers; the channel form and the router read it. */
export type Capability =
  | "chat"
  | "embeddings"
  | "images"
  | "speech"
  | "transcription"
  | "rerank"
  | "moderations";

/**
 * What a provider says of itself. The console draws the type list, the form, the labels and the default models from this
 * alone, so that a new provider needs no change there.
 */
export interface ProviderDescriptor {
  /** Channel type number of the family's table. */
  type: number;
  /** Folder name, stable. */
  id: string;
  label: string;
  /** One or two letters and a colour for the chip; no foreign logo files. */
  icon: { text: string; color: string };
  defaultBaseUrl?: string;
  /** Address rule in words where it is odd. */
  baseUrlHint?: LocalizedText;
  keyLabel: LocalizedText;
  /** Channels may be saved with an empty key. */
  keyOptional?: boolean;
  keyHint?: LocalizedText;
  /** How one line of the key field is built, e.g. `APIKey|SecretKey`. */
  keyFormat?: string;
  /** Fields beyond the common ones. */
  fields: FormField[];
  defaultModels: string[];
  defaultTestModel?: string;
  capabilities: Capability[];
  canListModels: boolean;
  /** The upstream tells the account's balance. The server sets it where the provider can ask. */
  canReadBalance?: boolean;
  /** Page where an operator finds keys and bills. */
  consoleUrl?: string;
  /** Cached input is what callers mark, at a price of its own for reading and writing; left out: the vendor caches by itself. */
  marksCache?: boolean;
  /** Where the type list shows it: among the first, or last because the vendor has switched it off. Left out: in between. */
  standing?: "popular" | "retired";
  /** Sandbox channels are labelled as such everywhere (D16). */
  sandbox?: boolean;
}
