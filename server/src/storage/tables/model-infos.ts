import type { Generated } from "kysely";

/** Custom descriptions of models. The four lists are JSON text. */
export interface ModelInfosTable {
  id: Generated<number>;
  model: string;
  name: string;
  description: string;
  context_length: number;
  max_tokens: number;
  input_modalities: string;
  output_modalities: string;
  tags: string;
  support_url: string;
  /** Epoch seconds. */
  created_at: number;
  updated_at: number;
}
