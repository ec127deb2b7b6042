import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import ListSubheader from "@mui/material/ListSubheader";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import type { PaletteCommand } from "./palette-commands";

export const optionId = (index: number): string => `palette-${index}`;

interface PaletteListProps {
  commands: readonly PaletteCommand[];
  active: number;
  searching: boolean;
  failed: boolean;
  onRetry: () => void;
  onChoose: (command: PaletteCommand) => void;
  onRun: (command: PaletteCommand) => void;
}

/** The commands under their headings. */
export function PaletteList(props: PaletteListProps) {
  const { commands, active, searching, failed, onRetry, onChoose, onRun } = props;
  const { t } = useTranslation(["shell", "common"]);
  return (
    <>
      {/* First, because the end of a long list is out of sight. */}
      {failed && (
        <Stack
          direction="row"
          role="alert"
          sx={{ alignItems: "center", justifyContent: "space-between", gap: 1, px: 2, pt: 1 }}
        >
          <Typography variant="body2" sx={{ color: "error.main" }}>
            {t("palette.failed")}
          </Typography>
          <Button size="small" onClick={onRetry}>
            {t("common:retry")}
          </Button>
        </Stack>
      )}
      <Box
        id="palette-list"
        role="listbox"
        aria-label={t("palette.open")}
        sx={{ p: 0.75, maxHeight: "min(420px, 60vh)", overflowY: "auto" }}
      >
        {commands.map((command, index) => (
          <Fragment key={command.id}>
            {commands[index - 1]?.section !== command.section && (
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
              onMouseMove={() => onChoose(command)}
              onClick={() => onRun(command)}
              sx={{
                display: "flex",
                alignItems: "center",
                gap: 1,
                px: 1.25,
                py: 0.875,
                borderRadius: 1,
                cursor: "pointer",
                bgcolor: index === active ? "action.selected" : "transparent",
              }}
            >
              <Typography noWrap sx={{ flexShrink: 1, minWidth: 0 }}>
                {command.label}
              </Typography>
              {command.disabled && (
                <Chip size="small" variant="outlined" label={t("palette.off")} sx={{ height: 20 }} />
              )}
              {command.detail !== undefined && (
                <Typography
                  variant="body2"
                  noWrap
                  sx={{ color: "text.secondary", flex: 1, minWidth: "35%", textAlign: "right" }}
                >
                  {command.detail}
                </Typography>
              )}
            </Box>
          </Fragment>
        ))}
        {commands.length === 0 && !failed && (
          <Typography role="presentation" sx={{ color: "text.secondary", textAlign: "center", py: 4 }}>
            {t(searching ? "palette.searching" : "palette.nothing")}
          </Typography>
        )}
      </Box>
    </>
  );
}
