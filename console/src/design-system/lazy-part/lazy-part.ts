import { type ComponentType, type LazyExoticComponent, lazy } from "react";

/** Milliseconds before each new try; the last one repeats. */
const waits = [1000, 3000, 10_000];

let announce = (): void => {};

/** `listener` is called whenever a part cannot be fetched, until the returned function is called. */
export function whenPartIsMissing(listener: () => void): () => void {
  announce = listener;
  return () => {
    announce = () => {};
  };
}

/** For code that is fetched without `lazyPart`: calls the listener of `whenPartIsMissing`. */
export function reportMissingPart(): void {
  announce();
}

/**
 * React's `lazy` for a part of a page. `lazy` itself replaces the whole page by an error when the code cannot be fetched; here the
 * page stays, with the fallback of `Suspense`, and the part is tried again until it arrives. Other errors are thrown where the part
 * is rendered.
 */
export function lazyPart<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => {
    for (let tries = 0; ; tries += 1) {
      try {
        return { default: await load() };
      } catch (error) {
        if (!isLoadFailure(error)) throw error;
        announce();
      }
      await new Promise((resolve) => setTimeout(resolve, waits[tries] ?? waits.at(-1)));
    }
  });
}

/** True for browser errors about a script or style that cannot be fetched; each browser has its own message. */
export function isLoadFailure(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script failed|preload css|failed to fetch|no texts for/i.test(
      error.message,
    )
  );
}
