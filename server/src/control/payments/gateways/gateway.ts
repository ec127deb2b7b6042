import type { gatewayIcons } from "@tollgate/contract/payments";
import type { ProviderIcon } from "@tollgate/contract/descriptor";
import type { FormField } from "@tollgate/contract/form-field";
import type { LocalizedText } from "@tollgate/contract/localized";

/** The form of a gateway; the console renders it from this. */
export interface GatewayDescriptor {
  /** Stable: stored with every account, and the `type` of the family's API. */
  id: string;
  label: LocalizedText;
  /** Name that customers see on a new gateway. Default: `label`. */
  customerName?: LocalizedText;
  /** Shown to customers where no custom image is set. */
  icon: ProviderIcon;
  /** Console icon of a new gateway. Default: the wallet. */
  standardIcon?: (typeof gatewayIcons)[number];
  /** ISO 4217 codes of the currencies that it supports. */
  currencies: readonly string[];
  fields: readonly FormField[];
  /**
   * Fields that only a super administrator may change: addresses to which credentials are sent. The form shows them
   * under "Advanced".
   */
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

/** References that identify an order at the gateway. */
export interface OrderReference {
  /** Ours; never used twice, over all accounts. Decimal digits, 19 at most. */
  number: string;
  /** The gateway's id of the payment at its creation, if any; else empty. */
  reference: string;
}

export interface PaymentOrder extends Money {
  number: string;
  /** The text that the customer sees at the gateway. */
  title: string;
  /** Epoch seconds; sent to gateways that accept a time limit, so that they accept no later payment. */
  expiresAt: number;
  /** Where the gateway reports the payment. */
  notifyUrl: string;
  /** Where the gateway sends the customer back to. */
  returnUrl: string;
  /** Of the customer; empty: unknown. */
  email: string;
}

/** How the customer pays: at an address, by a QR code of `text`, or by a form that the browser posts. */
export type Checkout =
  | { kind: "redirect"; url: string }
  | { kind: "qr"; text: string }
  | { kind: "form"; method: "GET" | "POST"; url: string; fields: Readonly<Record<string, string>> };

export interface CreatedPayment {
  checkout: Checkout;
  /**
   * Stored with the order and returned as `OrderReference.reference`; empty: the gateway finds orders by our number.
   */
  reference: string;
}

/** The gateway's status of an order. `amount` is what was paid, to be compared with the order. */
export interface Payment extends Money {
  orderNumber: string;
  /** The gateway's own number of the payment; empty while there is none. */
  gatewayNumber: string;
  status: "pending" | "paid" | "failed";
}

/**
 * A refund, or a dispute by the customer's bank. `amount` is that of this refund or dispute alone, unless `cumulative`.
 */
export interface Reversal extends Money {
  /** Of the payment; the order is found by it. */
  gatewayNumber: string;
  /** Our number of the order, if the report names it: finds orders whose payment was not reported yet. */
  orderNumber?: string;
  /** The gateway's own number of the refund or dispute: the same one is booked once. */
  reversalNumber: string;
  /** True: the gateway reports only the sum of all refunds of the payment so far, and `amount` is that sum. */
  cumulative?: boolean;
}

/** A request to the notify address, as it arrived. */
export interface CallbackRequest {
  query: URLSearchParams;
  /** Lower-case names. */
  headers: Readonly<Record<string, string | undefined>>;
  /** Raw bytes: signatures are over these. 64 KB at most. */
  body: Buffer;
}

/**
 * `refund_returned` and `dispute_won`: the money of an earlier refund or dispute is ours again. `refund_failed`: a
 * refund is stuck, and its money neither here nor there. `ignored` is signed and about something else. `reason` goes to
 * the order's timeline and never into a response.
 */
export type CallbackResult =
  | { kind: "payment"; payment: Payment }
  | { kind: "refund" | "dispute"; reversal: Reversal }
  | { kind: "refund_returned" | "dispute_won"; reversal: Reversal }
  | { kind: "refund_failed"; reversal: Reversal }
  | { kind: "ignored" }
  | { kind: "rejected"; reason: string };

/** The response that the gateway expects to its callback. */
export interface CallbackAnswer {
  status: number;
  contentType: string;
  body: string;
}

/**
 * One kind of payment gateway. One folder each; `registry.ts` lists them. Each call of the gateway throws AppError
 * payment.wrong_credentials if a field of the account, such as a key, cannot be parsed.
 */
export interface PaymentGateway {
  descriptor: GatewayDescriptor;
  /**
   * Prepares the payment.
   * @throws NoAnswer, AppError payment.refused if the gateway does not accept the order
   */
  createPayment(order: PaymentOrder, account: GatewayAccount): Promise<CreatedPayment>;
  /**
   * Verifies and reads a callback. No clock but `now` (epoch seconds), no network but for keys that verify signatures.
   * Hostile input is `rejected`, never thrown.
   * @throws NoAnswer where such keys cannot be fetched
   */
  readCallback(
    request: CallbackRequest,
    account: GatewayAccount,
    now: number,
  ): CallbackResult | Promise<CallbackResult>;
  /** `accepted`: the callback is booked or needs no booking, so that the gateway stops sending it. */
  answerCallback(accepted: boolean): CallbackAnswer;
  /**
   * Queries the gateway about an order; undefined if it does not have the order. Absent where it cannot be queried.
   * @throws NoAnswer
   */
  query?(order: OrderReference, account: GatewayAccount): Promise<Payment | undefined>;
  /**
   * Our number of the order of a payment, where reports of refunds and disputes do not contain it; undefined: the
   * payment is not ours.
   * @throws NoAnswer
   */
  orderNumberOf?(gatewayNumber: string, account: GatewayAccount): Promise<string | undefined>;
  /**
   * Closes an unpaid order at the gateway, so that it can no longer be paid. Absent where the gateway cannot.
   * @throws NoAnswer, AppError payment.refused if the gateway does not close it, because it is paid
   */
  close?(order: OrderReference, account: GatewayAccount): Promise<void>;
  /**
   * Refunds a part of a payment or all of it. `requestNumber` is ours: the same one is refunded once. Returns the
   * gateway's number of the refund. Absent where the gateway offers no refunds.
   * @throws NoAnswer, AppError payment.refused
   */
  refund?(payment: Payment, refund: Money, requestNumber: string, account: GatewayAccount): Promise<string>;
  /**
   * Checks the credentials with a call that changes nothing, where the gateway has one, else that keys can be read.
   * @throws NoAnswer, AppError payment.wrong_credentials with what is wrong
   */
  testAccount(account: GatewayAccount): Promise<void>;
  /**
   * Sets up what the gateway needs before the account is saved, such as a webhook at `notifyUrl`, and returns the
   * account with `preparedFields`. Called on each save; does nothing where everything is in place.
   * @throws NoAnswer, AppError payment.wrong_credentials
   */
  prepareAccount?(account: GatewayAccount, notifyUrl: string): Promise<GatewayAccount>;
  /**
   * Undoes `prepareAccount` for an account that was not saved after all, but for what the stored one uses.
   * @throws NoAnswer
   */
  discardAccount?(account: GatewayAccount, stored: GatewayAccount): Promise<void>;
}
