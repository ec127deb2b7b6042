import { useEffect, useRef } from "react";
import { useLocation, useNavigation } from "react-router";

/** How long a page may take to draw its heading; afterwards the page itself is focused. */
const patience = 1500;

/**
 * After navigation, moves the focus to the new page's heading, because the clicked link may be gone.
 * A form field or dialog that has taken the focus keeps it; a change of the query alone moves nothing.
 */
export function PageFocus(): null {
  const { pathname } = useLocation();
  const loading = useNavigation().state === "loading";
  const focused = useRef(pathname);
  useEffect(() => {
    if (loading || focused.current === pathname) return;
    focused.current = pathname;
    return followHeading();
  }, [pathname, loading]);
  return null;
}

/** Focuses the heading once it is rendered; returns a cancel function. */
function followHeading(): () => void {
  const main = (): HTMLElement | null => document.querySelector("main");
  const tryNow = (): boolean => {
    if (taken()) return true;
    const heading = [...(main()?.querySelectorAll<HTMLElement>("h1") ?? [])].find(isShown);
    if (!heading) return false;
    focusQuietly(heading);
    return true;
  };
  if (tryNow()) return () => {};
  const observer = new MutationObserver(() => {
    if (tryNow()) stop();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  const timer = setTimeout(() => {
    stop();
    const page = main();
    if (page && !taken()) focusQuietly(page);
  }, patience);
  const stop = (): void => {
    observer.disconnect();
    clearTimeout(timer);
  };
  return stop;
}

/** False in a page that is rendered ahead: React hides it by such a style. */
const isShown = (heading: Element): boolean => heading.closest('[style*="display: none"]') === null;

/** True if an element of the new page has the focus. Menu and bar do not count: the click was there. */
function taken(): boolean {
  const active = document.activeElement;
  return active !== null && active.closest("main, [role=dialog], [role=alertdialog]") !== null;
}

function focusQuietly(element: HTMLElement): void {
  element.tabIndex = -1;
  element.style.outline = "none";
  element.focus({ preventScroll: true });
}
