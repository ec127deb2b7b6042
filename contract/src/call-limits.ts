import * as z from "zod";

/** A limit of calls, of tokens per minute or of calls at the same time; 0: none. */
export const callLimit = z.int().min(0).max(1_000_000_000).default(0);
