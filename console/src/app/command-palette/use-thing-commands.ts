import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import type { PaletteCommand } from "./palette-commands";
import { useFoundThings } from "./use-found-things";
import { nameOfAct, useThingActs } from "./use-thing-acts";

/** Search results as palette lines. */
export function useThingCommands(typed: string) {
  const { t } = useTranslation("shell");
  const navigate = useNavigate();
  const act = useThingActs();
  const { things, searching, failed, retry } = useFoundThings(typed);
  const commands = things.map(
    ({ kind, id, label, detail, disabled, path, acts }): PaletteCommand => ({
      id,
      section: kind,
      label,
      keywords: "",
      detail,
      disabled: disabled === true,
      run: () => void navigate(path),
      acts: acts.map((one) => ({ name: t(`palette.act.${nameOfAct(one)}`), run: () => void act(one) })),
    }),
  );
  return { commands, searching, failed, retry };
}
