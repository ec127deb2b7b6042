import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { Link } from "react-router";
import { tokens } from "../design-system/theme/tokens";
import { useSiteInfo } from "../lib/site-info/site-info";
import { paths } from "./paths";

/** The site's logo, or the default with its name; links to the base path. Hidden until site info is loaded. */
export function Logo() {
  const { logo, system_name, isLoading } = useSiteInfo();
  return (
    <Box sx={{ height: tokens.logoHeight, display: "flex", alignItems: "center", minWidth: 0 }}>
      {!isLoading && (
        <Box
          component={Link}
          to={paths.base}
          aria-label={system_name}
          sx={{ color: "inherit", textDecoration: "none", minWidth: 0, borderRadius: 1 }}
        >
          {logo ? (
            <Box
              component="img"
              src={logo}
              alt={system_name}
              sx={{ display: "block", maxHeight: tokens.logoHeight, maxWidth: 180, objectFit: "contain" }}
            />
          ) : (
            <Stack direction="row" sx={{ alignItems: "center", gap: 1.25 }}>
              <LogoMark />
              <Typography noWrap sx={{ fontSize: 17, fontWeight: 700, letterSpacing: "-0.02em" }}>
                {system_name}
              </Typography>
            </Stack>
          )}
        </Box>
      )}
    </Box>
  );
}

/** The product's logo: a gate. */
export function LogoMark(props: { size?: number }) {
  const size = props.size ?? 30;
  return (
    <Box component="svg" viewBox="0 0 32 32" aria-hidden sx={{ width: size, height: size, flexShrink: 0 }}>
      <Box component="rect" sx={{ width: 32, height: 32, rx: "8px", fill: "#2B4ACB" }} />
      <path
        d="M9 24V13.5a7 7 0 0 1 14 0V24"
        fill="none"
        stroke="#fff"
        strokeWidth="3"
        strokeLinecap="round"
      />
      <path d="M16 15.5V24M12.5 19h7" fill="none" stroke="#B9C5FF" strokeWidth="2.6" strokeLinecap="round" />
    </Box>
  );
}
