/** Settings that differ from their fallback; `value` is JSON text, or a sealed box for secrets. */
export interface OptionsTable {
  key: string;
  value: string;
}
