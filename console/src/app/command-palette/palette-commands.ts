import { hasAccess } from "@tollgate/contract/access";
import type { Screen } from "../../lib/define-screen";

/** One line of the palette. */
export interface PaletteCommand {
  id: string;
  /** Heading under which it stands: key `palette.<section>` of the shell's texts. */
  section: "goTo" | "find" | "actions";
  label: string;
  /** Further words by which it is found. */
  words: string;
  run: () => void;
}

/** Commands that fit what was typed, those whose name begins with it first; all but searches when nothing was typed. */
export function matchCommands(commands: readonly PaletteCommand[], typed: string): PaletteCommand[] {
  const parts = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const begins = (command: PaletteCommand): boolean =>
    parts[0] !== undefined && command.label.toLowerCase().startsWith(parts[0]);
  return commands
    .filter((command) => {
      if (command.section === "find") return parts.length > 0;
      const text = `${command.label} ${command.words}`.toLowerCase();
      return parts.every((part) => text.includes(part));
    })
    .map((command, index) => ({ command, index }))
    .sort(
      (a, b) =>
        sectionRank[a.command.section] - sectionRank[b.command.section] ||
        Number(begins(b.command)) - Number(begins(a.command)) ||
        a.index - b.index,
    )
    .map(({ command }) => command);
}

const sectionRank: Record<PaletteCommand["section"], number> = { goTo: 0, actions: 1, find: 2 };

/** Screens of the menu that the role may use. */
export function reachableScreens(screens: readonly Screen[], role: number | undefined): Screen[] {
  return screens.filter((screen) => screen.menu && !screen.menu.disabled && hasAccess(role, screen.access));
}
