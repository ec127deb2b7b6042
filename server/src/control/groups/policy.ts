/** A group can be chosen if it is enabled and either public or the user's own. */
export function mayUseGroup(
  group: { symbol: string; public: number; enable: number },
  ownGroup: string | undefined,
): boolean {
  return group.enable === 1 && (group.public === 1 || group.symbol === ownGroup);
}
