import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import ListSubheader from "@mui/material/ListSubheader";
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
  onChoose: (command: PaletteCommand) => void;
  onRun: (command: PaletteCommand) => void;
}

/** The commands under their headings. */
export function PaletteList({ commands, active, searching, failed, onChoose, onRun }: PaletteListProps) {
  const { t } = useTranslation("shell");
  return (
    <Box
      id="palette-list"
      role="listbox"
      aria-label={t("palette.open")}
      sx={{ p: 0.75, maxHeight: "min(420px, 60vh)", overflowY: "auto" }}
    >
      {/* First, because the end of a long list is out of sight. */}
      {failed && (
        <Typography role="alert" variant="body2" sx={{ color: "error.main", px: 1.25, py: 1 }}>
          {t("palette.failed")}
        </Typography>
      )}
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
  );
}
