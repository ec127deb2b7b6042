import type { OrderWatch } from "../control/payments/service.ts";
import type { Job } from "./job.ts";

/** Closes orders that were not paid in time after querying their gateways, and moves webhooks to a changed address. */
export function closeOrders(watch: OrderWatch): Job {
  return { name: "close-orders", interval: () => 60, run: () => watch.tend() };
}
