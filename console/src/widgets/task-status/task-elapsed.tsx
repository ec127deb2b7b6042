import { useEffect, useState } from "react";
import { DurationText } from "../duration-text/duration-text";

interface TaskElapsedProps {
  /** Epoch milliseconds. */
  from: number;
  /** Epoch milliseconds; 0: it has not ended. */
  to: number;
  /** The task moves: what has passed so far is counted on. */
  open: boolean;
}

/** How long a task took, or takes already. */
export function TaskElapsed({ from, to, open }: TaskElapsedProps) {
  if (from <= 0) return <span>—</span>;
  if (to > 0) return <DurationText value={Math.max(0, to - from)} />;
  return open ? <Ticking from={from} /> : <span>—</span>;
}

function Ticking({ from }: { from: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return <DurationText value={Math.floor(Math.max(0, now - from) / 1000) * 1000} />;
}
