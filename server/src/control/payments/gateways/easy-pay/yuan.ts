/** 1999 fen → `19.99`. */
export function formatYuan(fen: number): string {
  const digits = String(fen).padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** `19.99`, `19.9` or `19` → fen; undefined for anything else, for zero, and for parts of a fen. */
export function parseYuan(text: string): number | undefined {
  const [, yuan, fen = ""] = /^(\d{1,12})(?:\.(\d{1,2})0{0,8})?$/.exec(text) ?? [];
  if (yuan === undefined) return undefined;
  const amount = Number(yuan + fen.padEnd(2, "0"));
  return amount > 0 ? amount : undefined;
}
