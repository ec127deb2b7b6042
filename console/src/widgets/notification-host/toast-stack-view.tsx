import Box from "@mui/material/Box";
import { type FocusEvent, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { usePhone } from "../../design-system/theme/use-phone";
import { ToastFrame } from "./toast-frame";
import type { Toast, ToastEvent } from "./toast-stack";

const places = {
  desk: { left: "20px", bottom: "20px", width: 400 },
  // The page's main action floats at the bottom; notifications are placed above it.
  phone: {
    left: "50%",
    bottom: "calc(76px + env(safe-area-inset-bottom))",
    width: "calc(100% - 32px)",
    transform: "translateX(-50%)",
  },
};

export interface ToastStackViewProps {
  toasts: readonly Toast[];
  onChange: (event: ToastEvent) => void;
}

/**
 * The shown toasts, bottom left, on phones bottom center; all timers pause while one is hovered
 * or has the focus. A child of the body, so that an open dialog does not hide it from screen readers.
 */
export function ToastStackView(props: ToastStackViewProps) {
  const phone = usePhone();
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const cameFrom = useRef<HTMLElement>(null);

  const isOutside = (event: FocusEvent): boolean =>
    !event.currentTarget.contains(event.relatedTarget as Node | null);

  const enter = (event: FocusEvent): void => {
    if (isOutside(event)) cameFrom.current = event.relatedTarget as HTMLElement | null;
    setFocused(true);
  };
  const giveFocusBack = (): void => {
    if (cameFrom.current?.isConnected) cameFrom.current.focus();
    else (document.activeElement as HTMLElement | null)?.blur();
  };

  return createPortal(
    <Box
      className="notifications"
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={enter}
      onBlur={(event) => isOutside(event) && setFocused(false)}
      sx={{
        position: "fixed",
        zIndex: "snackbar",
        display: "flex",
        // The newest on top, so that older ones do not move.
        flexDirection: "column-reverse",
        pointerEvents: "none",
        ...places[phone ? "phone" : "desk"],
      }}
    >
      {props.toasts.map((toast) => (
        <ToastFrame
          key={toast.id}
          toast={toast}
          held={pointed || focused}
          onChange={props.onChange}
          giveFocusBack={giveFocusBack}
        />
      ))}
    </Box>,
    document.body,
  );
}
