import type { ClientReply } from "../exchange.ts";

/** Passes a response on unchanged and calls `observe` with each chunk before it is written. */
export abstract class ObservedReply implements ClientReply {
  readonly #inner: ClientReply;

  constructor(inner: ClientReply) {
    this.#inner = inner;
  }

  /** `chunk` may be a view of a buffer that is reused after the call. */
  protected abstract observe(chunk: Buffer | string): void;

  get started(): boolean {
    return this.#inner.started;
  }

  get headSent(): boolean {
    return this.#inner.headSent;
  }

  get sentType(): string {
    return this.#inner.sentType;
  }

  get closed(): boolean {
    return this.#inner.closed;
  }

  head(status: number, headers: Record<string, string>): void {
    this.#inner.head(status, headers);
  }

  write(chunk: Buffer | string): boolean {
    this.observe(chunk);
    return this.#inner.write(chunk);
  }

  end(chunk?: Buffer | string): void {
    if (chunk !== undefined) this.observe(chunk);
    this.#inner.end(chunk);
  }

  keepAlive(contentType: string, bytes: string): void {
    this.#inner.keepAlive(contentType, bytes);
  }

  abort(): void {
    this.#inner.abort();
  }

  onDrain(listener: () => void): void {
    this.#inner.onDrain(listener);
  }

  onClose(listener: () => void): void {
    this.#inner.onClose(listener);
  }
}
