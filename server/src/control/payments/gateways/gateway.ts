import type { FormField } from "@tollgate/contract/form-field";

/** What a gateway asks an administrator for; the console draws the form from it. */
export interface GatewayDescriptor {
  /** Folder name, stable: stored with every account. */
  id: string;
  label: string;
  /** ISO 4217 codes of the currencies that it takes. */
  currencies: readonly string[];
  fields: readonly FormField[];
  /** Fields that only a super administrator may change: addresses to which credentials are sent. */
  rootFields: readonly string[];
}

/** One configured gateway: field name to value. Several accounts of one kind may exist side by side. */
export type GatewayAccount = Readonly<Record<string, string>>;

/** An amount in the smallest unit of its currency: cents, fen, yen. A positive integer. */
export interface Money {
  amount: number;
  currency: string;
}

export interface PaymentOrder extends Money {
  /** Ours; never used twice, over all accounts. */
  number: string;
  /** What the customer reads at the gateway. */
  title: string;
  /** Where the gateway reports the payment. */
  notifyUrl: string;
  /** Where the gateway sends the customer back to. */
  returnUrl: string;
}

/** How the customer pays: at an address, by a picture of `text`, or by a form that the browser posts. */
export type Checkout =
  | { kind: "redirect"; url: string }
  | { kind: "qr"; text: string }
  | { kind: "form"; url: string; fields: Readonly<Record<string, string>> };

/** What the gateway says about an order. `amount` is what was paid, to be compared with the order. */
export interface Payment extends Money {
  orderNumber: string;
  /** The gateway's own number of the payment. */
  gatewayNumber: string;
  status: "pending" | "paid" | "failed";
}

/** A call at the notify address, as it arrived. */
export interface CallbackRequest {
  query: URLSearchParams;
  /** Lower-case names. */
  headers: Readonly<Record<string, string | undefined>>;
  /** Raw bytes: signatures are over these. */
  body: Buffer;
}

/** `ignored` is signed and about something else than a payment. `reason` goes to the log and never into an answer. */
export type CallbackResult =
  | { kind: "payment"; payment: Payment }
  | { kind: "ignored" }
  | { kind: "refused"; reason: string };

/** What the gateway expects as the answer to its callback. */
export interface CallbackAnswer {
  status: number;
  contentType: string;
  body: string;
}

/** One kind of payment gateway. A folder each; `registry.ts` lists them. */
export interface PaymentGateway {
  descriptor: GatewayDescriptor;
  /** Prepares the payment. @throws NoAnswer, AppError if the gateway does not take the order */
  createPayment(order: PaymentOrder, account: GatewayAccount): Promise<Checkout>;
  /**
   * Verifies and reads a callback. Pure: no clock but `now` (epoch seconds), no network. Hostile input is `refused`, never thrown.
   */
  readCallback(request: CallbackRequest, account: GatewayAccount, now: number): CallbackResult;
  /** `accepted`: the payment is booked, so that the gateway stops reporting it. */
  answerCallback(accepted: boolean): CallbackAnswer;
  /** Asks the gateway about an order; undefined if it does not know the order. @throws NoAnswer */
  query(orderNumber: string, account: GatewayAccount): Promise<Payment | undefined>;
  /** Gives back a part of a payment or all of it. Absent where the gateway offers no refunds. @throws NoAnswer, AppError */
  refund?(payment: Payment, refund: Money, account: GatewayAccount): Promise<void>;
}
