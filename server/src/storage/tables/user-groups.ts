import type { Generated } from "kysely";

export interface UserGroupsTable {
  id: Generated<number>;
  symbol: string;
  name: string;
  /** Multiplies every price. */
  ratio: number;
  /** Requests per minute of one user. */
  api_rate: number;
  /** Tokens per minute of one user; 0: no limit. */
  tokens_per_minute: Generated<number>;
  /** Concurrent calls of one user; 0: no limit. */
  concurrency: Generated<number>;
  public: number;
  promotion: number;
  min: number;
  max: number;
  enable: number;
}
