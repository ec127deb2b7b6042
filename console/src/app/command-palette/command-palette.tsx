import SearchIcon from "@mui/icons-material/Search";
import Box from "@mui/material/Box";
import Dialog from "@mui/material/Dialog";
import InputBase from "@mui/material/InputBase";
import ListSubheader from "@mui/material/ListSubheader";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { Fragment, type KeyboardEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { Kbd } from "../../design-system/kbd/kbd";
import type { Screen } from "../../lib/define-screen";
import { matchCommands, type PaletteCommand } from "./palette-commands";
import { usePaletteCommands } from "./use-palette-commands";

/** Everything by keyboard: type, choose with the arrows, Enter. Focus stays in the field all the while. */
export function CommandPalette(props: { screens: readonly Screen[]; onClose: () => void }) {
  const { t } = useTranslation("shell");
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState(0);
  const matches = matchCommands(usePaletteCommands(props.screens, typed), typed);
  const active = Math.min(chosen, matches.length - 1);
  const optionId = (index: number): string => `palette-${index}`;

  const run = (command: PaletteCommand | undefined): void => {
    if (!command) return;
    props.onClose();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || matches.length === 0) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const next = (active + step + matches.length) % matches.length;
      setChosen(next);
      document.getElementById(optionId(next))?.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter") {
      event.preventDefault();
      run(matches[active]);
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
        sx={{ alignItems: "center", gap: 1.25, px: 2, height: 56, borderBottom: 1, borderColor: "divider" }}
      >
        <SearchIcon sx={{ fontSize: 20, color: "text.secondary" }} />
        <InputBase
          autoFocus
          fullWidth
          value={typed}
          placeholder={t("palette.placeholder")}
          onChange={(event) => {
            setTyped(event.target.value);
            setChosen(0);
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
      </Stack>
      <Box
        id="palette-list"
        role="listbox"
        aria-label={t("palette.open")}
        sx={{ p: 0.75, maxHeight: "min(420px, 60vh)", overflowY: "auto" }}
      >
        {matches.map((command, index) => (
          <Fragment key={command.id}>
            {matches[index - 1]?.section !== command.section && (
              <ListSubheader
                component="div"
                role="presentation"
                disableSticky
                sx={{ px: 1.25, bgcolor: "transparent" }}
              >
                {t(`palette.${command.section}`)}
              </ListSubheader>
            )}
            <Box
              id={optionId(index)}
              role="option"
              aria-selected={index === active}
              onMouseMove={() => setChosen(index)}
              onClick={() => run(command)}
              sx={{
                px: 1.25,
                py: 0.875,
                borderRadius: 1,
                cursor: "pointer",
                bgcolor: index === active ? "action.selected" : "transparent",
              }}
            >
              <Typography noWrap>{command.label}</Typography>
            </Box>
          </Fragment>
        ))}
        {matches.length === 0 && (
          <Typography role="presentation" sx={{ color: "text.secondary", textAlign: "center", py: 4 }}>
            {t("palette.nothing")}
          </Typography>
        )}
      </Box>
    </Dialog>
  );
}
