import type { ComponentProps } from "react";

/**
 * A button that looks like the library's link with `underline="hover"`, and renders in a fraction of its time: rows have several. A long
 * text is cut.
 */
export function LightLink({ className = "", ...props }: ComponentProps<"button">) {
  return <button type="button" {...props} className={`light-link ${className}`.trim()} />;
}
