import { useEffect, useEffectEvent } from "react";

const patience = 5000;

/**
 * Fallback of a part that someone waits for: after five seconds it is no longer wanted, so that it does not open in the middle of
 * something else.
 */
export function GiveUp(props: { onGiveUp: () => void }) {
  const giveUp = useEffectEvent(props.onGiveUp);
  useEffect(() => {
    const timer = setTimeout(() => giveUp(), patience);
    return () => clearTimeout(timer);
  }, []);
  return null;
}
