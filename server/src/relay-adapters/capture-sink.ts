import type { CaptureService } from "../control/captures/service.ts";
import type { CapturedCall, CaptureSink } from "../relay/ports.ts";

/** Captures that run or wait to be stored; each has two bodies of limited size. Calls beyond this are not captured. */
const placesMost = 32;

/** Stores captures one after the other, in the background. Drops what fails or exceeds the limit. */
export function createCaptureSink(dependencies: {
  captures: Pick<CaptureService, "keep">;
  onError(error: unknown): void;
}): CaptureSink {
  let taken = 0;
  let last: Promise<void> = Promise.resolve();

  async function store(call: CapturedCall): Promise<void> {
    try {
      await dependencies.captures.keep(call);
    } catch (error) {
      dependencies.onError(error);
    } finally {
      taken -= 1;
    }
  }

  return {
    open() {
      if (taken >= placesMost) return false;
      taken += 1;
      return true;
    },
    close(call) {
      if (call) last = last.then(() => store(call));
      else taken -= 1;
    },
  };
}
