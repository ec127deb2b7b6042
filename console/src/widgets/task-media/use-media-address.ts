import { useState } from "react";
import { useSiteInfo } from "../../lib/site-info/site-info";
import { ownAddress } from "./own-address";

export interface MediaAddress {
  /** Undefined: there is none that may be used. */
  address: string | undefined;
  failed: boolean;
  onError: () => void;
  retry: () => void;
}

/**
 * The address that a picture or player uses. Every fetch of a task signs new addresses: the current one stays until it fails, so that
 * nothing is loaded twice and nothing stops playing. Give the component a `key` of its file.
 */
export function useMediaAddress(latest: string): MediaAddress {
  const { server_address } = useSiteInfo();
  const newest = ownAddress(latest, server_address);
  const [used, setUsed] = useState(newest);
  const [failed, setFailed] = useState<string | undefined>();
  const address = used ?? newest;
  return {
    address,
    failed: address === undefined || failed === address,
    onError: () => (newest !== address ? setUsed(newest) : setFailed(address)),
    retry: () => {
      setFailed(undefined);
      setUsed(newest);
    },
  };
}
