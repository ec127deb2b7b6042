import type { LocalUpstream, UpstreamRequest } from "../providers/provider.ts";
import type { Transport } from "./http-client.ts";
import type { LimitedCall } from "./limited-call.ts";

/** A call that an upstream inside this process answers (the sandbox). It cannot be paused. */
export class LocalCall implements Transport {
  readonly gathers = false;
  #stop: () => void;

  constructor(call: LimitedCall, local: LocalUpstream, request: UpstreamRequest) {
    this.#stop = local(request, {
      head: (status, headers) => call.onHead(status, headers),
      data: (chunk) => call.onData(chunk),
      end: () => call.onEnd(),
    });
    call.transport = this;
  }

  pause(): void {}

  resume(): void {}

  abort(): void {
    this.#stop();
  }
}
