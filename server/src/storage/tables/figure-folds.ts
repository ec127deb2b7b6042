/** The end of each dimension's rows of hours and longer spans in `usage_figures`. */
export interface FigureFoldsTable {
  dimension: number;
  /** Epoch seconds of a full hour: rows of hours and longer spans contain every call before it, and none after it. */
  folded_until: number;
}
