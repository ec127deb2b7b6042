/** The dialect of this API's signatures, encrypted reasoning, opaque blocks and extra fields. */
export const dialect = "anthropic-messages";
