import { localStore } from "../local-store";
import { createStore, useStore } from "../store";

export type ThemeMode = "light" | "dark";

/** What is stored wins; a first visit follows the system's preference. */
function initialMode(): ThemeMode {
  const stored = localStore.read("theme");
  if (stored === "light" || stored === "dark") return stored;
  return window.matchMedia?.("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

const mode = createStore<ThemeMode>(initialMode());

export function setThemeMode(next: ThemeMode): void {
  localStore.write("theme", next);
  document.documentElement.dataset["theme"] = next;
  mode.set(next);
}

export function toggleThemeMode(): void {
  setThemeMode(mode.get() === "dark" ? "light" : "dark");
}

export function useThemeMode(): ThemeMode {
  return useStore(mode);
}
