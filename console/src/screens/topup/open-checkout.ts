import type { Checkout } from "@tollgate/contract/orders";
import { safeLink } from "../../lib/safe-link";

/** An empty tab for the order: browsers open tabs only during the click itself. Undefined: it was blocked. */
export function openEmptyTab(message: string): Window | undefined {
  // Forms target the tab by name; a reused name may belong to a gateway page.
  opened += 1;
  const tab = window.open("", `payment-${Date.now()}-${opened}`);
  if (!tab) return undefined;
  tab.document.title = message;
  tab.document.body.textContent = message;
  return tab;
}

let opened = 0;

/**
 * Sends a tab to the page where an order is paid, or a form to it. False: there is no tab, or the address must not be opened.
 * The tab gets no opener and no referrer.
 */
export function sendToCheckout(tab: Window | undefined, { url, method, params }: Checkout["data"]): boolean {
  const address = safeLink(url);
  if (address === undefined || !tab || tab.closed) return false;
  if (method === "POST") submitForm(tab.name, address, params ?? {});
  else tab.location.replace(withParams(address, method === "GET" ? (params ?? {}) : {}));
  tab.opener = null;
  return true;
}

/** The address with the fields of a form that is sent by GET. */
export function withParams(address: string, params: Readonly<Record<string, string>>): string {
  if (Object.keys(params).length === 0) return address;
  const url = new URL(address);
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
  return url.href;
}

function submitForm(target: string, action: string, params: Readonly<Record<string, string>>): void {
  const form = document.createElement("form");
  Object.assign(form, { action, method: "POST", target, hidden: true });
  for (const [name, value] of Object.entries(params)) {
    const field = document.createElement("input");
    Object.assign(field, { type: "hidden", name, value });
    form.append(field);
  }
  document.body.append(form);
  form.submit();
  form.remove();
}
