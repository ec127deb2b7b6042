/** A counter per topic (`channels`, `prices`, `callers` …) that other processes watch. */
export interface ChangeVersionsTable {
  topic: string;
  version: number;
}
