/**
 * The name a channel forwards for a requested model, and the name that is billed. A leading `+` on the forwarded name bills at the
 * requested name's price.
 * @param mapping requested name → forwarded name
 */
export function mapModel(
  mapping: Readonly<Record<string, string>>,
  requested: string,
): { upstreamModel: string; billedModel: string } {
  const mapped = Object.hasOwn(mapping, requested) ? mapping[requested] : undefined;
  if (!mapped) return { upstreamModel: requested, billedModel: requested };
  if (mapped.startsWith("+")) return { upstreamModel: mapped.slice(1), billedModel: requested };
  return { upstreamModel: mapped, billedModel: mapped };
}
