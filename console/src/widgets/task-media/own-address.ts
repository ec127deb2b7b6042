import { taskContentRoot } from "@tollgate/contract/tasks";

/**
 * Path and query of a signed address of this server; undefined for any other, so that nothing is fetched from an address in a result.
 * @param server public address of this server, as the operator set it; may be empty
 */
export function ownAddress(address: string, server: string): string | undefined {
  const here = window.location.origin;
  if (address === "" || !URL.canParse(address, here)) return undefined;
  const { origin, pathname, search, searchParams } = new URL(address, here);
  const own = [here, ...(URL.canParse(server) ? [new URL(server).origin] : [])];
  const signed = pathname.startsWith(`${taskContentRoot}/`) && searchParams.has("signature");
  return signed && own.includes(origin) ? `${pathname}${search}` : undefined;
}
