const dollars = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  minimumFractionDigits: 2,
  maximumFractionDigits: 8,
});

/** A unit price with as many digits as it has and at least the cents: `$2.50`, `$0.075`. */
export function formatDollars(amount: number): string {
  return dollars.format(amount);
}
