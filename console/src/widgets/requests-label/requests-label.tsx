import Box from "@mui/material/Box";
import Tooltip from "@mui/material/Tooltip";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

/** The word for requests, with what counts as one on hover and focus. */
export function RequestsLabel({ children }: { children: ReactNode }) {
  const { t } = useTranslation("requests-label");
  return (
    <Tooltip title={t("meaning")}>
      <Box
        component="span"
        tabIndex={0}
        sx={{
          textDecoration: "underline dotted",
          textDecorationColor: (theme) => theme.palette.text.disabled,
          textUnderlineOffset: "3px",
          cursor: "help",
        }}
      >
        {children}
      </Box>
    </Tooltip>
  );
}
