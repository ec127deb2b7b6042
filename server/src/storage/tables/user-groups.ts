import type { Generated } from "kysely";

export interface UserGroupsTable {
  id: Generated<number>;
  symbol: string;
  name: string;
  /** Multiplies every price. */
  ratio: number;
  /** Requests per minute of one user. */
  api_rate: number;
  public: number;
  promotion: number;
  min: number;
  max: number;
  enable: number;
}
