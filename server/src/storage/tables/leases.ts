/**
 * Blocks of balance that a running process holds to reserve calls from. The sweeper returns those of dead processes.
 */
export interface LeasesTable {
  process_id: string;
  kind: "user" | "token";
  owner_id: number;
  amount: number;
}
