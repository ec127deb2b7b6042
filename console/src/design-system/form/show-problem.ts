const problem = '[aria-invalid="true"]:not([aria-hidden="true"]), [data-invalid="true"]';
const focusable = "input, button, textarea, [tabindex]";

/**
 * Scrolls to the first rejected field within `root` and focuses it. A field inside a folded section is left alone: the section opens
 * and shows it then.
 */
export function showProblem(root: ParentNode): void {
  const element = root.querySelector<HTMLElement>(problem);
  if (!element || getComputedStyle(element).visibility === "hidden") return;
  const target = element.matches(focusable)
    ? element
    : (element.querySelector<HTMLElement>(focusable) ?? element);
  target.focus({ preventScroll: true });
  // jsdom has no layout and no such function.
  element.scrollIntoView?.({ block: "center", behavior: "smooth" });
}
