import { navigationFor } from "../navigation";
import type { Screen } from "../../lib/define-screen";
import type { ThingKind } from "./find-things";

/** One line of the palette. */
export interface PaletteCommand {
  id: string;
  /** Its heading: key `palette.<section>` of the shell's texts. */
  section: "goTo" | ThingKind | "find" | "actions";
  label: string;
  /** Distinguishes it from others with the same name. */
  detail?: string;
  /** The thing is disabled. */
  disabled?: boolean;
  /** Additional search keywords. */
  keywords: string;
  run: () => void;
  /** Actions of the modifier keys, in the order of `actionKeys`. */
  acts?: { name: string; run: () => void }[];
}

/** Keys of a command's actions: Ctrl or ⌘ for the first, Shift for the second. */
export const actionKeys = [
  {
    pressed: (event: Modifiers) => event.ctrlKey || event.metaKey,
    label: (mac: boolean) => (mac ? "⌘ ↵" : "Ctrl ↵"),
  },
  { pressed: (event: Modifiers) => event.shiftKey, label: () => "⇧ ↵" },
] as const;

interface Modifiers {
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
}

/** What Enter does with a command; undefined for an unknown key. */
export function actOf(command: PaletteCommand | undefined, event: Modifiers): (() => void) | undefined {
  if (!command) return undefined;
  const place = actionKeys.findIndex(({ pressed }) => pressed(event));
  return place < 0 ? command.run : command.acts?.[place]?.run;
}

/** Commands that fit what was typed, those whose name begins with it first; all but searches when nothing was typed. */
export function matchCommands(commands: readonly PaletteCommand[], typed: string): PaletteCommand[] {
  const parts = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const begins = (command: PaletteCommand): boolean =>
    parts[0] !== undefined && command.label.toLowerCase().startsWith(parts[0]);
  return commands
    .filter((command) => {
      if (command.section === "find") return parts.length > 0;
      const text = `${command.label} ${command.keywords}`.toLowerCase();
      return parts.every((part) => text.includes(part));
    })
    .map((command, index) => ({ command, index }))
    .sort(
      (a, b) =>
        rankOf(a.command) - rankOf(b.command) ||
        Number(begins(b.command)) - Number(begins(a.command)) ||
        a.index - b.index,
    )
    .map(({ command }) => command);
}

/** Found things come between screens and actions, in the order in which they were found. */
export function insertThings(
  commands: readonly PaletteCommand[],
  things: readonly PaletteCommand[],
): PaletteCommand[] {
  return [
    ...commands.filter(({ section }) => section === "goTo"),
    ...things,
    ...commands.filter(({ section }) => section !== "goTo"),
  ];
}

const sectionRank: Partial<Record<PaletteCommand["section"], number>> = { goTo: 0, actions: 1, find: 2 };
const rankOf = ({ section }: PaletteCommand): number => sectionRank[section] ?? 0;

/** Screens of the menu that the role may use, in its order. */
export function reachableScreens(screens: readonly Screen[], role: number | undefined): Screen[] {
  return navigationFor(screens, role)
    .flatMap(({ entries }) => entries)
    .flatMap((entry) => (entry.kind === "screen" ? entry.screen : entry.screens))
    .filter(({ menu }) => !menu?.disabled);
}
