import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import type { ReactNode } from "react";
import { LanguageMenu } from "../../language-menu";
import { Logo } from "../../logo";
import { ThemeToggle } from "../../theme-toggle";

/** A page by itself: logo above, language and theme at the right, nothing else. */
export function BareLayout(props: { children: ReactNode }) {
  return (
    <Stack sx={{ minHeight: "calc(100dvh - var(--banner-height, 0px))" }}>
      <Stack
        component="header"
        direction="row"
        sx={{ alignItems: "center", justifyContent: "space-between", height: 64, px: { xs: 2, sm: 3 } }}
      >
        <Logo />
        <Box>
          <LanguageMenu />
          <ThemeToggle />
        </Box>
      </Stack>
      <Box component="main" sx={{ flex: 1, display: "flex", flexDirection: "column" }}>
        {props.children}
      </Box>
    </Stack>
  );
}
