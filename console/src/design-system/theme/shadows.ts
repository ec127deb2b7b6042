import type { Shadows } from "@mui/material/styles";
import type { Mode } from "./palette";

/** Shadows only for what floats: a soft one for menus and notifications, a deeper one for panels and dialogs. */
export function shadowsOf(mode: Mode): Shadows {
  const ink = mode === "light" ? "16, 22, 34" : "0, 0, 0";
  const strength = mode === "light" ? 1 : 3;
  const soft = `0 1px 2px rgba(${ink}, ${0.06 * strength}), 0 6px 20px rgba(${ink}, ${0.08 * strength})`;
  const deep = `0 2px 6px rgba(${ink}, ${0.06 * strength}), 0 16px 48px rgba(${ink}, ${0.14 * strength})`;
  return [
    "none",
    ...Array.from({ length: 15 }, () => soft),
    ...Array.from({ length: 9 }, () => deep),
  ] as Shadows;
}
