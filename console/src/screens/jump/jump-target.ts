/** Apps that may be opened from a link, by the scheme that they listen to. */
const apps: Record<string, string> = { "opencat:": "OpenCat", "ama:": "AMA" };

export interface JumpTarget {
  app: string;
  address: string;
  /** The address for the eye: what follows the question mark may be a key. */
  shown: string;
}

/** Target of `/jump?url=`; undefined for anything that is not an address of one of the apps (`opencat://`, `ama://`). */
export function readJumpTarget(search: string): JumpTarget | undefined {
  const address = new URLSearchParams(search).get("url")?.trim() ?? "";
  if (!/^[a-z]+:\/\/[^\s]+$/i.test(address) || !URL.canParse(address)) return undefined;
  const { protocol } = new URL(address);
  const app = apps[protocol];
  if (app === undefined) return undefined;
  const query = address.indexOf("?");
  return { app, address, shown: query === -1 ? address : `${address.slice(0, query)}?…` };
}
