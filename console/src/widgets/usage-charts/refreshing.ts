/**
 * Refetch interval of visible figures in milliseconds; the query client stops in hidden tabs. The only
 * definition of it.
 */
export const refreshing = {
  pulse: { refetchInterval: 12_000 },
  figures: { refetchInterval: 60_000 },
  /** While there is none yet: the empty chart promises the first request within seconds. */
  firstFigures: { refetchInterval: 10_000 },
} as const;
