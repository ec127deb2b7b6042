import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { phoneQuery } from "../theme/tokens";
import { usePhone } from "../theme/use-phone";

export interface PageHeaderProps {
  title: ReactNode;
  description?: ReactNode;
  /** The page's main button; on phones it floats in reach of the thumb. */
  action?: ReactNode;
  /** The page is empty and contains the main action itself, so phones show it only there. */
  empty?: boolean;
  /** Further, quieter buttons; they stay at the title on phones. */
  secondary?: ReactNode;
}

/** Title of a page, what it is for, and its main action at the right. */
export function PageHeader(props: PageHeaderProps) {
  const phone = usePhone();
  const action = phone && props.empty ? undefined : props.action;
  return (
    <Stack
      direction="row"
      component="header"
      sx={{
        alignItems: "flex-start",
        justifyContent: "space-between",
        // On phones wide buttons go below the text.
        flexWrap: { xs: "wrap", sm: "nowrap" },
        gap: { xs: 1.5, sm: 2 },
        mb: { xs: 2, sm: 3 },
      }}
    >
      <Box sx={{ minWidth: 0, flex: { xs: "1 1 220px", sm: "0 1 auto" } }}>
        <Typography variant="h1">{props.title}</Typography>
        {props.description && (
          <Typography
            component="div"
            sx={{ color: "text.secondary", mt: 0.25, maxWidth: 720, textWrap: "pretty" }}
          >
            {props.description}
          </Typography>
        )}
      </Box>
      {(action || props.secondary) && (
        <Stack direction="row" spacing={1} sx={{ flexShrink: 0 }}>
          {props.secondary}
          {action && (
            <Box
              sx={{
                [phoneQuery]: {
                  position: "fixed",
                  right: 16,
                  bottom: "calc(16px + env(safe-area-inset-bottom))",
                  zIndex: "speedDial",
                  borderRadius: 1,
                  boxShadow: 8,
                  "& .MuiButton-root": { minHeight: 48, px: 2.5 },
                },
              }}
            >
              {action}
            </Box>
          )}
        </Stack>
      )}
    </Stack>
  );
}
