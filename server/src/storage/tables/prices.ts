export interface PricesTable {
  model: string;
  type: "tokens" | "times";
  channel_type: number;
  input: number;
  output: number;
  locked: number;
  extra_ratios: string;
  /** JSON list, in the order of evaluation. */
  rules: string;
}
