import type { Settings } from "@tollgate/contract/settings";
import { framedAddress } from "@tollgate/contract/site-content";

/** Origins of other sites, by the kind of resource. */
export interface PageSources {
  frames: string[];
  scripts: string[];
  images: string[];
}

/** The other sites that the settings make the pages load: framed content, Turnstile, plain-http images. */
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

/** Only origins go into a header: an address may contain characters that end a directive. */
function originsOf(addresses: string[]): string[] {
  return addresses.flatMap((address) => (URL.canParse(address) ? [new URL(address).origin] : []));
}
