/** The part of Cloudflare's script that is used here. */
export interface TurnstileApi {
  render(place: HTMLElement, options: TurnstileOptions): string;
  reset(widget: string): void;
  remove(widget: string): void;
}

interface TurnstileOptions {
  sitekey: string;
  theme: "light" | "dark";
  size: "flexible";
  language: string;
  callback: (answer: string) => void;
  "expired-callback": () => void;
  "error-callback": () => void;
}

declare global {
  interface Window {
    turnstile?: TurnstileApi;
  }
}

let loading: Promise<TurnstileApi> | undefined;

/** Fetches the script from the service, once per visit. A failed attempt can be repeated. @throws Error if it cannot be loaded */
export function loadTurnstile(address: string): Promise<TurnstileApi> {
  loading ??= new Promise<TurnstileApi>((resolve, reject) => {
    const script = document.createElement("script");
    script.src = `${address}/turnstile/v0/api.js?render=explicit`;
    script.async = true;
    const fail = (): void => {
      loading = undefined;
      script.remove();
      reject(new Error("Turnstile's script cannot be had"));
    };
    script.addEventListener("error", fail);
    script.addEventListener("load", () => (window.turnstile ? resolve(window.turnstile) : fail()));
    document.head.append(script);
  });
  return loading;
}
