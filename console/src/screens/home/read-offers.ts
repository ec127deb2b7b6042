import type { Reading } from "../../lib/api-client";

/** What the home page shows of a model. */
export interface Offer {
  model: string;
  /** Name of the provider. */
  owner: string;
  /** The provider's initials and their color. */
  icon: { text: string; color: string };
  /** False if the model has no price: its calls are rejected. */
  priced: boolean;
}

/**
 * Reads the answer of `listAvailableModels` without the contract's schemas: to evaluate them takes a phone as long as the rest of
 * the page. A test compares both.
 */
export function readOffers(answer: unknown): Reading<Offer[]> {
  if (!isObject(answer)) return notOffers("the answer itself");
  const offers: Offer[] = [];
  for (const [model, offer] of Object.entries(answer)) {
    if (!isObject(offer) || typeof offer["owned_by"] !== "string") return notOffers(model);
    const { owned_by: owner, owner: icon, price } = offer;
    if (!isObject(icon) || typeof icon["text"] !== "string" || typeof icon["color"] !== "string")
      return notOffers(model);
    if (price !== null && !isObject(price)) return notOffers(model);
    offers.push({ model, owner, icon: { text: icon["text"], color: icon["color"] }, priced: price !== null });
  }
  return { success: true, data: offers };
}

/** Reads the answer of `getHomePageContent`, likewise. */
export function readContent(answer: unknown): Reading<string> {
  if (typeof answer === "string") return { success: true, data: answer };
  return { success: false, error: new Error("not a text") };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function notOffers(wrong: string): Reading<never> {
  return { success: false, error: new Error(`not an offer: ${wrong}`) };
}
