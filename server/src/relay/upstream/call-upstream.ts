import type { Dispatcher } from "undici";
import type { ConnectGuard } from "../../platform/guarded-fetch/connect-guard.ts";
import type { UpstreamProblem } from "../canonical/problem.ts";
import { callWebsocket } from "./call-websocket.ts";
import type { Deadlines, Watched } from "./deadlines.ts";
import { createDecompressor, type Decompressor } from "./decompressors.ts";
import { openDispatcher } from "./open-dispatcher.ts";
import { FirstByteWait } from "./first-byte-wait.ts";
import { isDeadSocket, problemOf } from "./network-problem.ts";
import { unpackedMost } from "./unpack-limit.ts";
import { createSocketPool, type SocketCall, type SocketPool } from "./socket-pool.ts";
import type { ExchangeListener } from "./upstream-socket.ts";
import type { LocalUpstream, UpstreamRequest } from "../providers/provider.ts";
import type { UpstreamCall, UpstreamCaller, UpstreamListener, UpstreamTarget, Way } from "./upstream-call.ts";

/**
 * Performs every HTTP call of the data plane: pools, proxies, time limits, decompression, aborts. `guard` checks where connections lead that are
 * not trusted; trusted calls never use their sockets, nor the other way round.
 */
export function createUpstreamCaller(deadlines: Deadlines, guard?: ConnectGuard): UpstreamCaller {
  const dispatchers = new Map<string, Dispatcher>();
  const pools = new Map<string, SocketPool>();

  function poolFor(origin: string, { connectTimeout, hostTrusted = false }: Way): SocketPool {
    const key = `${origin} ${connectTimeout} ${hostTrusted}`;
    let pool = pools.get(key);
    if (!pool) {
      pool = createSocketPool(origin, connectTimeout * 1000, hostTrusted ? undefined : guard);
      pools.set(key, pool);
    }
    return pool;
  }

  function dispatcherFor(origin: string, target: Way): Dispatcher {
    const { proxy, connectTimeout, hostTrusted = false, proxyTrusted = false } = target;
    const key = `${origin} ${proxy} ${connectTimeout} ${hostTrusted} ${proxyTrusted}`;
    let dispatcher = dispatchers.get(key);
    if (!dispatcher) {
      const hostGuard = hostTrusted ? undefined : guard;
      const proxyGuard = proxyTrusted ? undefined : guard;
      dispatcher = openDispatcher(origin, { proxy, connectTimeout, hostGuard, proxyGuard });
      dispatchers.set(key, dispatcher);
    }
    return dispatcher;
  }

  return {
    dispatcherOf: dispatcherFor,
    call(request, target, listener) {
      if (request.pieces && !goesInPieces(request, target)) join(request, request.pieces);
      request.sign?.(request, Date.now());
      if (request.url.startsWith("ws")) {
        return callWebsocket(request, target, listener, (origin) => dispatcherFor(origin, target));
      }
      const call = new Call(deadlines, target, listener);
      if (target.local) call.startLocal(target.local, request);
      else {
        // The path is cut from the text itself: what the adapter wrote is what goes out.
        const slash = request.url.indexOf("/", request.url.indexOf("://") + 3);
        const origin = slash === -1 ? request.url : request.url.slice(0, slash);
        const path = slash === -1 ? "/" : request.url.slice(slash);
        try {
          if (target.proxy === "") call.startDirect(poolFor(origin, target), path, request);
          else call.start(dispatcherFor(origin, target), origin, path, request);
        } catch (error) {
          // An address that is none (undici refuses it) must not end the exchange otherwise than a dead one.
          queueMicrotask(() => call.fail(problemOf(error)));
        }
      }
      return call;
    },
    async close() {
      for (const pool of pools.values()) pool.close();
      await Promise.all([...dispatchers.values()].map((dispatcher) => dispatcher.destroy()));
    },
  };
}

/** Only our own client sends pieces as they are. */
function goesInPieces({ sign, url }: UpstreamRequest, { local, proxy }: UpstreamTarget): boolean {
  return sign === undefined && local === undefined && proxy === "" && !url.startsWith("ws");
}

function join(request: UpstreamRequest, pieces: readonly Buffer[]): void {
  request.body = Buffer.concat(pieces);
  delete request.pieces;
}

/** So soon (milliseconds) a connection dies that was too old. One that dies later was at work on the request, which may have its price. */
const repeatWithin = 1000;

/** One call; also the handler that undici drives, so that nothing more is allocated per request. */
class Call implements UpstreamCall, Watched, Dispatcher.DispatchHandler, ExchangeListener {
  deadline: number;
  watchedAt = -1;
  #deadlines: Deadlines;
  #target: UpstreamTarget;
  #listener: UpstreamListener;
  #controller: Dispatcher.DispatchController | undefined;
  #direct: SocketCall | undefined;
  #stopLocal: (() => void) | undefined;
  #inflate: Decompressor | undefined;
  #startedAt: number;
  #endsAt: number;
  #firstByte: FirstByteWait;
  #done = false;
  #answered = false;
  /** All bytes of the answer have come; some may still be packed. */
  #received = false;
  /** The listener takes no more for now. */
  #paused = false;
  /** More has come than is unpacked yet. */
  #packed = false;
  /** Set to repeat the request once: a kept-alive socket may die just as it is used again. */
  #again: (() => void) | undefined;

  constructor(deadlines: Deadlines, target: UpstreamTarget, listener: UpstreamListener) {
    this.#deadlines = deadlines;
    this.#target = target;
    this.#listener = listener;
    const now = performance.now();
    this.#startedAt = now;
    this.#endsAt = now + target.totalTimeout * 1000;
    this.#firstByte = new FirstByteWait(target, listener, now);
    this.deadline = Math.min(this.#firstByte.deadline, this.#endsAt);
    deadlines.watch(this);
  }

  start(dispatcher: Dispatcher, origin: string, path: string, request: UpstreamRequest): void {
    const options: Dispatcher.DispatchOptions = {
      origin,
      path,
      method: request.method,
      headers: request.headers,
      body: request.body ?? null,
      // Of the dispatcher's own settings a SOCKS proxy forgets these.
      headersTimeout: 0,
      bodyTimeout: 0,
    };
    this.#again = () => {
      this.#again = undefined;
      dispatcher.dispatch(options, this);
    };
    dispatcher.dispatch(options, this);
  }

  /** Without a proxy between. */
  startDirect(pool: SocketPool, path: string, request: UpstreamRequest): void {
    const head = { method: request.method, path, headers: request.headers };
    const body = request.pieces ?? request.body;
    this.#again = () => {
      this.#again = undefined;
      this.#direct = pool.send(head, body, this);
    };
    this.#direct = pool.send(head, body, this);
  }

  startLocal(local: LocalUpstream, request: UpstreamRequest): void {
    this.#stopLocal = local(request, {
      head: (status, headers) => this.onHead(status, headers),
      data: (chunk) => this.#onBody(chunk),
      end: () => this.#end(),
    });
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#done) controller.abort(new Error("cancelled"));
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200 || this.#done) return;
    const flat: Record<string, string> = {};
    for (const name in headers) {
      const value = headers[name];
      if (value !== undefined) flat[name] = Array.isArray(value) ? value.join(", ") : value;
    }
    this.onHead(status, flat);
  }

  onData(chunk: Buffer): void {
    if (this.#done) return;
    if (!this.#inflate) this.#onBody(chunk);
    else if (!this.#inflate.write(chunk)) {
      this.#packed = true;
      this.#hold();
    }
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.onData(chunk);
  }

  onResponseEnd(): void {
    this.onEnd();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.onFail(error);
  }

  onEnd(): void {
    this.#received = true;
    // Some say `gzip` of a body that they leave empty.
    if (this.#inflate && this.#inflate.bytesWritten + this.#inflate.writableLength > 0) this.#inflate.end();
    else this.#end();
  }

  onFail(error: Error): void {
    if (this.#done) return;
    const tooLate = performance.now() - this.#startedAt >= repeatWithin;
    if (!this.#answered && !tooLate && this.#again && isDeadSocket(error)) {
      this.#again();
      return;
    }
    this.fail(problemOf(error));
  }

  onHead(status: number, headers: Record<string, string>): void {
    if (this.#done) return;
    this.#answered = true;
    const encoding = headers["content-encoding"]?.trim().toLowerCase();
    if (encoding && encoding !== "identity") this.#decompress(encoding);
    if (!this.#done) this.#listener.onHead(status, headers);
  }

  #decompress(encoding: string): void {
    const inflate = createDecompressor(encoding);
    if (!inflate) {
      this.fail({ kind: "bad-answer", status: 0, message: `unknown content-encoding ${encoding}` });
      return;
    }
    this.#inflate = inflate;
    let unpacked = 0;
    inflate.on("data", (chunk: Buffer) => {
      unpacked += chunk.length;
      if (unpacked <= unpackedMost(inflate.bytesWritten)) this.#onBody(chunk);
      else {
        const message = `content-encoding ${encoding}: the answer expands too much`;
        this.fail({ kind: "bad-answer", status: 0, message });
      }
    });
    inflate.on("drain", () => {
      this.#packed = false;
      if (!this.#paused) this.#letGo();
    });
    inflate.on("end", () => {
      // What follows the packed body is not waited for: it may have no end.
      if (!this.#received) this.#abort();
      this.#end();
    });
    inflate.on("error", (error) =>
      this.fail({ kind: "bad-answer", status: 0, message: `content-encoding ${encoding}: ${error.message}` }),
    );
  }

  #onBody(chunk: Buffer): void {
    if (this.#done) return;
    this.#listener.onData(chunk);
    const now = performance.now();
    // What was on its way when the listener paused may still come.
    if (this.#firstByte.hear(now) && !this.#paused)
      this.deadline = Math.min(now + this.#target.idleTimeout * 1000, this.#endsAt);
  }

  #end(): void {
    if (this.#done) return;
    this.#finish();
    try {
      this.#listener.onEnd();
    } catch (error) {
      // Its exchange must end all the same.
      this.#listener.onFail({ kind: "bad-answer", status: 0, message: problemOf(error).message });
    }
  }

  fail(problem: UpstreamProblem): void {
    if (this.#done) return;
    this.#finish();
    this.#abort();
    this.#listener.onFail(problem);
  }

  onDeadline(): void {
    const now = performance.now();
    const overall = now >= this.#endsAt;
    if (!overall && this.#firstByte.extend(now)) {
      this.deadline = Math.min(this.#firstByte.deadline, this.#endsAt);
      this.#deadlines.watch(this);
    } else if (!overall && !this.#firstByte.begun) this.fail(this.#firstByte.problem());
    else {
      const waited = overall ? "for the whole answer" : "for more of the answer";
      const message = `the upstream took too long ${waited}`;
      this.fail({ kind: "timeout", status: 0, message, ...(overall && { totalLimit: true }) });
    }
  }

  cancel(): void {
    if (this.#done) return;
    this.#finish();
    this.#abort();
  }

  pause(): void {
    this.#paused = true;
    this.#inflate?.pause();
    this.#hold();
    // A slow reader is not a slow upstream: only the total limit runs on.
    this.deadline = this.#endsAt;
  }

  resume(): void {
    this.#paused = false;
    this.deadline = Math.min(performance.now() + this.#target.idleTimeout * 1000, this.#endsAt);
    this.#inflate?.resume();
    if (!this.#packed) this.#letGo();
  }

  #hold(): void {
    this.#controller?.pause();
    this.#direct?.pause();
  }

  #letGo(): void {
    this.#controller?.resume();
    this.#direct?.resume();
  }

  limit(milliseconds: number): void {
    this.#endsAt = Math.min(this.#endsAt, performance.now() + milliseconds);
    this.deadline = Math.min(this.deadline, this.#endsAt);
  }

  #finish(): void {
    this.#done = true;
    this.#deadlines.release(this);
  }

  #abort(): void {
    this.#stopLocal?.();
    // A small piece may unpack to a thousand times its size; nobody waits for that any more.
    this.#inflate?.destroy();
    this.#direct?.abort();
    if (this.#controller && !this.#controller.aborted) this.#controller.abort(new Error("cancelled"));
  }
}
