import Box from "@mui/material/Box";
import { keyframes, useTheme } from "@mui/material/styles";
import { useEffect, useLayoutEffect, useRef } from "react";
import { notificationDurations } from "../../lib/notifications/notifications";
import { ToastCard } from "./toast-card";
import type { Toast, ToastEvent } from "./toast-stack";

const arrival = keyframes({ from: { opacity: 0, transform: "translateY(16px)" } });

export interface ToastFrameProps {
  toast: Toast;
  /** Hovered or focused: the timer is paused. */
  held: boolean;
  onChange: (event: ToastEvent) => void;
  giveFocusBack: () => void;
}

/** Runs the entrance, lifetime and exit of a toast by timers: animation events do not always fire. */
export function ToastFrame({ toast, held, onChange, giveFocusBack }: ToastFrameProps) {
  const { id, notification, phase, count, unwanted } = toast;
  const { transitions } = useTheme();
  const { enteringScreen, leavingScreen } = transitions.duration;
  const leaving = phase === "leaving";
  const frame = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (phase === "shown") return;
    const [type, after] = leaving
      ? (["gone", leavingScreen] as const)
      : (["arrived", enteringScreen] as const);
    const timer = setTimeout(() => onChange({ type, id }), after);
    return () => clearTimeout(timer);
  }, [id, phase, leaving, enteringScreen, leavingScreen, onChange]);

  const duration = notificationDurations[notification.kind];
  // A repetition or the end of a hover restarts the timer.
  useEffect(() => {
    if (held || unwanted || duration === null) return;
    const timer = setTimeout(() => onChange({ type: "leave", id }), duration);
    return () => clearTimeout(timer);
  }, [id, count, held, unwanted, duration, onChange]);

  // Before paint: afterwards an inert element has lost the focus.
  useLayoutEffect(() => {
    if (leaving && frame.current?.contains(document.activeElement)) giveFocusBack();
  }, [leaving, giveFocusBack]);

  return (
    <Box
      ref={frame}
      inert={leaving}
      sx={{
        display: "grid",
        gridTemplateRows: leaving ? "0fr" : "1fr",
        opacity: leaving ? 0 : 1,
        animation: `${arrival} ${enteringScreen}ms ${transitions.easing.easeOut}`,
        transition: transitions.create(["grid-template-rows", "opacity"], { duration: leavingScreen }),
      }}
    >
      <Box sx={{ minHeight: 0, overflow: leaving ? "hidden" : "visible" }}>
        <ToastCard notification={notification} onClose={() => onChange({ type: "leave", id })} />
      </Box>
    </Box>
  );
}
