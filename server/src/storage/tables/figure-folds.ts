/** How far each dimension of `usage_figures` has rows of hours and longer spans. */
export interface FigureFoldsTable {
  dimension: number;
  /** Epoch seconds of a full hour: rows of hours and longer spans count every call before it, and none after it. */
  folded_until: number;
}
