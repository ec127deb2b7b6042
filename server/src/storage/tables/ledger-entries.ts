/**
 * Append-only. `id` is the idempotency key (`usage:<request id>`, `opening:<user id>`, …); `amount` is signed quota.
 * Invariant: the sum of a user's entries equals `users.quota` plus the user's open leases.
 */
export interface LedgerEntriesTable {
  id: string;
  user_id: number;
  kind: string;
  amount: number;
  created_at: number;
  remark: string;
}
