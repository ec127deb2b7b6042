/** Prices are in dollars whatever an operator shows as one: so much quota is one dollar of a price. */
const quotaPerPriceDollar = 500_000;

export function dollarsOfQuota(quota: number): number {
  return quota / quotaPerPriceDollar;
}
