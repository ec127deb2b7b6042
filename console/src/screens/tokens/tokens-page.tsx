import { AllTokens } from "./all-tokens";
import { OwnTokens } from "./own-tokens";
import { useTokenView } from "./token-tabs";

export { prefetchOwnTokens } from "./own-tokens";

/** One's own tokens; administrators also see those of all users. */
export function TokensPage() {
  return useTokenView() === "all" ? <AllTokens /> : <OwnTokens />;
}
