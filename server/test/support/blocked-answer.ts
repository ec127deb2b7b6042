import type { ServerResponse } from "node:http";

/** Waits until an upstream cannot write any more of its answer, since its reader has stopped. */
export async function blocked(answer: ServerResponse | undefined): Promise<void> {
  for (let last = -1, same = 0; same < 5; ) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    const waiting = answer?.writableLength ?? 0;
    same = waiting === last ? same + 1 : 0;
    last = waiting;
  }
}
