/** Whose signatures, encrypted thoughts, opaque blocks and extra fields this upstream made and takes back. */
export const dialect = "anthropic-messages";
