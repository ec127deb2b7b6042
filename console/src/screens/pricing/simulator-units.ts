/** Quota per dollar of a price; independent of the dollar that the operator displays. */
const quotaPerPriceDollar = 500_000;

export function dollarsOfQuota(quota: number): number {
  return quota / quotaPerPriceDollar;
}
