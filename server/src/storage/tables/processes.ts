/** Living server processes by heartbeat. */
export interface ProcessesTable {
  id: string;
  host: string;
  pid: number;
  started_at: number;
  heartbeat_at: number;
}
