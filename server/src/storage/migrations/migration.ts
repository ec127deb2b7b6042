import type { Kysely } from "kysely";
import type { Dialect } from "../dialect/dialect.ts";

/** One step forward of the schema, the same for both dialects. Runs inside a transaction. */
export interface Migration {
  /** `0001-initial`: the name determines the order. */
  name: string;
  /** Tables that exist after it, to detect half-run schemas. */
  creates: string[];
  up(schema: Kysely<unknown>, dialect: Dialect): Promise<void>;
}
