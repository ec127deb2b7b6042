/** Browser sessions (D9). The cookie's value is stored hashed only. */
export interface SessionsTable {
  id_hash: string;
  user_id: number;
  created_time: number;
  last_seen_time: number;
  expires_time: number;
  source_ip: string;
  user_agent: string;
}
