import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import Stack from "@mui/material/Stack";
import { useTranslation } from "react-i18next";
import { Kbd } from "../../design-system/kbd/kbd";
import { isMac } from "../layouts/console-layout/use-palette-key";
import { actionKeys, type PaletteCommand } from "./palette-commands";

interface PaletteHintsProps {
  command: PaletteCommand | undefined;
  onRun: (work: () => void) => void;
}

/** Key hints of the selected line; each is also a button for touch devices. */
export function PaletteHints({ command, onRun }: PaletteHintsProps) {
  const { t } = useTranslation("shell");
  if (!command) return null;
  const hints = [
    { key: "↵", name: t(isThing(command) ? "palette.openIt" : "palette.run"), run: command.run },
    ...(command.acts ?? []).flatMap(({ name, run }, index) => {
      const key = actionKeys[index]?.label(isMac());
      return key === undefined ? [] : [{ key, name, run }];
    }),
  ];
  return (
    <Stack
      direction="row"
      aria-label={t("palette.keys")}
      role="group"
      sx={{
        justifyContent: "flex-end",
        flexWrap: "wrap",
        gap: 0.5,
        px: 1,
        py: 0.5,
        borderTop: 1,
        borderColor: "divider",
        flexShrink: 0,
      }}
    >
      {hints.map(({ key, name, run }) => (
        <ButtonBase
          key={key}
          tabIndex={-1}
          // The field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onRun(run)}
          sx={{
            gap: 0.75,
            px: 1,
            height: 32,
            borderRadius: 1,
            fontSize: 13,
            color: "text.secondary",
            "&:hover": { bgcolor: "action.hover", color: "text.primary" },
          }}
        >
          {name}
          <Box component="span" sx={{ "@media (hover: none)": { display: "none" } }}>
            <Kbd>{key}</Kbd>
          </Box>
        </ButtonBase>
      ))}
    </Stack>
  );
}

const isThing = ({ section }: PaletteCommand): boolean => section !== "actions";
