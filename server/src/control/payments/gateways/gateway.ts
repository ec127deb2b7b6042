import type { gatewayIcons } from "@tollgate/contract/payments";
import type { ProviderIcon } from "@tollgate/contract/descriptor";
import type { FormField } from "@tollgate/contract/form-field";
import type { LocalizedText } from "@tollgate/contract/localized";

/** What a gateway asks an administrator for; the console draws the form from it. */
export interface GatewayDescriptor {
  /** Stable: stored with every account, and the `type` of the family's API. */
  id: string;
  label: LocalizedText;
  /** Shown to customers where the operator sets no picture of their own. */
  icon: ProviderIcon;
  /** Icon of the console that a new gateway begins with. Default: the wallet. */
  standardIcon?: (typeof gatewayIcons)[number];
  /** ISO 4217 codes of the currencies that it takes. */
  currencies: readonly string[];
  fields: readonly FormField[];
  /** Fields that only a super administrator may change: addresses to which credentials are sent. The form shows them under "Advanced". */
  rootFields: readonly string[];
  /** True: the gateway reports refunds as the sum of all of the payment so far. */
  cumulativeRefunds?: boolean;
  /** Secrets that `prepareAccount` fills in; no field of the form. */
  preparedFields?: readonly string[];
}

/** One configured gateway: field name to value. Several accounts of one kind may exist side by side. */
export type GatewayAccount = Readonly<Record<string, string>>;

/** An amount in the smallest unit of its currency: cents, fen, yen. A positive integer. */
export interface Money {
  amount: number;
  currency: string;
}

/** How an order is found at the gateway. */
export interface OrderReference {
  /** Ours; never used twice, over all accounts. Decimal digits, 19 at most. */
  number: string;
  /** What the gateway called the payment when it was created, if it named it; else empty. */
  reference: string;
}

export interface PaymentOrder extends Money {
  number: string;
  /** What the customer reads at the gateway. */
  title: string;
  /** Epoch seconds; sent to gateways that accept a time limit, so that they take no payment afterwards. */
  expiresAt: number;
  /** Where the gateway reports the payment. */
  notifyUrl: string;
  /** Where the gateway sends the customer back to. */
  returnUrl: string;
  /** Of the customer; empty: unknown. */
  email: string;
}

/** How the customer pays: at an address, by a picture of `text`, or by a form that the browser sends. */
export type Checkout =
  | { kind: "redirect"; url: string }
  | { kind: "qr"; text: string }
  | { kind: "form"; method: "GET" | "POST"; url: string; fields: Readonly<Record<string, string>> };

export interface CreatedPayment {
  checkout: Checkout;
  /** Stored with the order and given back as `OrderReference.reference`; empty: the gateway finds orders by our number. */
  reference: string;
}

/** What the gateway says about an order. `amount` is what was paid, to be compared with the order. */
export interface Payment extends Money {
  orderNumber: string;
  /** The gateway's own number of the payment; empty while there is none. */
  gatewayNumber: string;
  status: "pending" | "paid" | "failed";
}

/** Money that went back, or was disputed by the customer's bank. `amount` is that of this refund or dispute alone, unless `cumulative`. */
export interface Reversal extends Money {
  /** Of the payment; the order is found by it. */
  gatewayNumber: string;
  /** The gateway's own number of the refund or dispute: the same one is booked once. */
  reversalNumber: string;
  /** True: the gateway reports only the sum of all refunds of the payment so far, and `amount` is that sum. */
  cumulative?: boolean;
}

/** A call at the notify address, as it arrived. */
export interface CallbackRequest {
  query: URLSearchParams;
  /** Lower-case names. */
  headers: Readonly<Record<string, string | undefined>>;
  /** Raw bytes: signatures are over these. 64 KB at most. */
  body: Buffer;
}

/** `refund_failed`: a refund that was on its way came back to us. `ignored` is signed and about something else. `reason` goes to the order's timeline and never into an answer. */
export type CallbackResult =
  | { kind: "payment"; payment: Payment }
  | { kind: "refund" | "dispute"; reversal: Reversal }
  | { kind: "refund_failed"; reversal: Reversal }
  | { kind: "ignored" }
  | { kind: "refused"; reason: string };

/** What the gateway expects as the answer to its callback. */
export interface CallbackAnswer {
  status: number;
  contentType: string;
  body: string;
}

/**
 * One kind of payment gateway. A folder each; `registry.ts` lists them.
 * Each call of the gateway throws AppError payment.wrong_credentials if a field of the account, such as a key, cannot be read.
 */
export interface PaymentGateway {
  descriptor: GatewayDescriptor;
  /** Prepares the payment. @throws NoAnswer, AppError payment.refused if the gateway does not take the order */
  createPayment(order: PaymentOrder, account: GatewayAccount): Promise<CreatedPayment>;
  /**
   * Verifies and reads a callback. No clock but `now` (epoch seconds), no network but for keys that verify signatures. Hostile input is
   * `refused`, never thrown. @throws NoAnswer where such keys cannot be fetched
   */
  readCallback(
    request: CallbackRequest,
    account: GatewayAccount,
    now: number,
  ): CallbackResult | Promise<CallbackResult>;
  /** `accepted`: what the callback reports is booked or needs no booking, so that the gateway stops reporting it. */
  answerCallback(accepted: boolean): CallbackAnswer;
  /** Asks the gateway about an order; undefined if it does not know the order. Absent where it cannot be asked. @throws NoAnswer */
  query?(order: OrderReference, account: GatewayAccount): Promise<Payment | undefined>;
  /**
   * Ends an unpaid order at the gateway, so that it can be paid no more. Absent where the gateway cannot.
   * @throws NoAnswer, AppError payment.refused if the gateway does not end it, because it is paid
   */
  close?(order: OrderReference, account: GatewayAccount): Promise<void>;
  /**
   * Gives back a part of a payment or all of it. `requestNumber` is ours: the same one is refunded once. Returns the gateway's number of
   * the refund. Absent where the gateway offers no refunds. @throws NoAnswer, AppError payment.refused
   */
  refund?(payment: Payment, refund: Money, requestNumber: string, account: GatewayAccount): Promise<string>;
  /**
   * Checks the credentials with a call that changes nothing, where the gateway has one, else that keys can be read.
   * @throws NoAnswer, AppError payment.wrong_credentials with what is wrong
   */
  testAccount(account: GatewayAccount): Promise<void>;
  /**
   * Sets up what the gateway needs before the account is saved, such as a webhook at `notifyUrl`, and returns the account with
   * `preparedFields`. Called on each save; does nothing where everything is in place. @throws NoAnswer, AppError payment.wrong_credentials
   */
  prepareAccount?(account: GatewayAccount, notifyUrl: string): Promise<GatewayAccount>;
}
