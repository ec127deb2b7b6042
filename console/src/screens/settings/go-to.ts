import type { SettingSection } from "@tollgate/contract/setting-definition";
import type { SettingKey } from "@tollgate/contract/settings";
import { sectionId } from "./section-card";
import { settingId } from "./setting-field";

/** Scrolls to a section's card and puts the focus into it. */
export function goToSection(section: SettingSection): void {
  goTo(sectionId(section), "start");
}

/** Scrolls to a setting and focuses its field; waits for a tab that is being opened. */
export function goToSetting(key: SettingKey): void {
  // The closing list restores the focus first.
  requestAnimationFrame(() => goTo(settingId(key), "center"));
}

/** Frames: a large tab takes its time on a slow machine. */
const looks = 300;

function goTo(id: string, block: ScrollLogicalPosition, look = 0): void {
  const place = document.getElementById(id);
  // An element in a hidden tab has no layout.
  if (!place || place.closest("[hidden]")) {
    if (look < looks) requestAnimationFrame(() => goTo(id, block, look + 1));
    return;
  }
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  place.scrollIntoView({ block, behavior: calm ? "auto" : "smooth" });
  place
    .querySelector<HTMLElement>("input:not([disabled]), textarea:not([disabled]), button:not([disabled])")
    ?.focus({ preventScroll: true });
}
