import { useInsertionEffect } from "react";

let isStarting = true;

/**
 * Stands for the module of this name in Emotion, which inserts the styles of a render when it is committed, all in one task. The first render
 * is the largest, and nothing is on the page that new rules would lay out again: it inserts them piece by piece while it renders. Inserting twice
 * does nothing.
 */
export function useInsertionEffectAlwaysWithSyncFallback(insert: () => void): void {
  if (isStarting) insert();
  useInsertionEffect(() => {
    isStarting = false;
    insert();
  });
}

export const useInsertionEffectWithLayoutFallback = useInsertionEffect;
