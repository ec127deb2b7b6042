/**
 * Path and query of an address of this server; undefined for any other, so that nothing is fetched from where a result says.
 * @param server public address of this server, as the operator set it; may be empty
 */
export function ownAddress(address: string, server: string): string | undefined {
  const here = window.location.origin;
  if (address === "" || !URL.canParse(address, here)) return undefined;
  const { origin, pathname, search, username } = new URL(address, here);
  const own = [here, ...(URL.canParse(server) ? [new URL(server).origin] : [])];
  // `javascript:` and `data:` have the origin "null", which is nobody's.
  if (origin === "null" || !own.includes(origin) || username !== "" || search === "") return undefined;
  return `${pathname}${search}`;
}
