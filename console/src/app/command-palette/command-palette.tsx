import SearchIcon from "@mui/icons-material/Search";
import Dialog from "@mui/material/Dialog";
import InputBase from "@mui/material/InputBase";
import LinearProgress from "@mui/material/LinearProgress";
import Stack from "@mui/material/Stack";
import { type KeyboardEvent, type RefObject, useLayoutEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Kbd } from "../../design-system/kbd/kbd";
import type { Screen } from "../../lib/define-screen";
import { actOf, insertThings, matchCommands, type PaletteCommand } from "./palette-commands";
import { PaletteHints } from "./palette-hints";
import { optionId, PaletteList } from "./palette-list";
import { usePaletteCommands } from "./use-palette-commands";
import { useThingCommands } from "./use-thing-commands";

/** Keyboard operated: type, choose with the arrows, press Enter or a modifier key. Focus stays in the field. */
export function CommandPalette(props: {
  screens: readonly Screen[];
  /** What was typed while the palette was loaded; read when the field has the focus, since it grows until then. */
  typedEarly?: RefObject<string>;
  onClose: () => void;
}) {
  const { t } = useTranslation("shell");
  const [typed, setTyped] = useState("");
  const { typedEarly } = props;
  useLayoutEffect(() => setTyped(typedEarly?.current ?? ""), [typedEarly]);
  // By name, so that later results do not move the selection.
  const [chosen, setChosen] = useState<string>();
  const found = useThingCommands(typed);
  const matches = insertThings(
    matchCommands(usePaletteCommands(props.screens, typed), typed),
    found.commands,
  );
  const active = Math.max(
    0,
    matches.findIndex(({ id }) => id === chosen),
  );

  const run = (work: (() => void) | undefined): void => {
    if (!work) return;
    props.onClose();
    work();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || matches.length === 0) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const next = (active + step + matches.length) % matches.length;
      setChosen(matches[next]?.id);
      document.getElementById(optionId(next))?.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter") {
      event.preventDefault();
      run(actOf(matches[active], event));
    }
  };

  return (
    <Dialog
      open
      onClose={props.onClose}
      maxWidth="sm"
      fullWidth
      sx={{ "& .MuiDialog-container": { alignItems: "flex-start" } }}
      slotProps={{ paper: { "aria-label": t("palette.open"), sx: { mt: { xs: 2, sm: "12vh" }, mx: 2 } } }}
    >
      <Stack
        direction="row"
        sx={{
          alignItems: "center",
          gap: 1.25,
          px: 2,
          height: 56,
          flexShrink: 0,
          borderBottom: 1,
          borderColor: "divider",
          position: "relative",
        }}
      >
        <SearchIcon sx={{ fontSize: 20, color: "text.secondary" }} />
        <InputBase
          autoFocus
          fullWidth
          value={typed}
          placeholder={t("palette.placeholder")}
          onChange={(event) => {
            setTyped(event.target.value);
            setChosen(undefined);
          }}
          onKeyDown={onKeyDown}
          slotProps={{
            input: {
              role: "combobox",
              "aria-label": t("palette.open"),
              "aria-expanded": true,
              "aria-controls": "palette-list",
              "aria-activedescendant": matches.length > 0 ? optionId(active) : undefined,
            },
          }}
        />
        <Kbd>Esc</Kbd>
        {found.searching && (
          <LinearProgress
            aria-label={t("palette.searching")}
            sx={{ position: "absolute", insetInline: 0, bottom: -1, height: 2 }}
          />
        )}
      </Stack>
      <PaletteList
        commands={matches}
        active={active}
        searching={found.searching}
        failed={found.failed}
        onRetry={found.retry}
        onChoose={(command: PaletteCommand) => setChosen(command.id)}
        onRun={(command: PaletteCommand) => run(command.run)}
      />
      <PaletteHints command={matches[active]} onRun={run} />
    </Dialog>
  );
}
