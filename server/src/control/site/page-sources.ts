import type { Settings } from "@tollgate/contract/settings";
import { framedAddress } from "@tollgate/contract/site-content";

/** Origins of other sites, by what the pages take from them. */
export interface PageSources {
  frames: string[];
  scripts: string[];
  images: string[];
}

/** The other sites that the operator's settings make the pages need: framed content, the check against bots, plain-http pictures. */
export function pageSources(settings: Settings): PageSources {
  const framed = [settings.HomePageContent, settings.About].flatMap(
    (content) => framedAddress(content) ?? [],
  );
  const turnstile = settings.TurnstileCheckEnabled ? [settings.TurnstileAddress] : [];
  const pictures = [settings.Logo, settings.WeChatAccountQRCodeImageURL];
  return {
    frames: originsOf([...framed, ...turnstile]),
    scripts: originsOf(turnstile),
    images: originsOf(pictures.filter((address) => /^http:/i.test(address))),
  };
}

/** Origins alone go into a header: an address may hold what would end a directive. */
function originsOf(addresses: string[]): string[] {
  return addresses.flatMap((address) => (URL.canParse(address) ? [new URL(address).origin] : []));
}
