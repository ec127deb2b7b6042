/**
 * Runs work now and then again and again, never twice at a time, until the returned function is called.
 * @param milliseconds between the end of one run and the start of the next
 */
export function repeatWhile(
  milliseconds: number,
  work: () => Promise<void> | void,
  onError: (error: unknown) => void,
): () => void {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  async function run(): Promise<void> {
    try {
      await work();
    } catch (error) {
      onError(error);
    }
    if (stopped) return;
    timer = setTimeout(() => void run(), milliseconds);
    timer.unref();
  }

  void run();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
