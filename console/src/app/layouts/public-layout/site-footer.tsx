import Box from "@mui/material/Box";
import MuiLink from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import { Link } from "react-router";
import type { Screen } from "../../../lib/define-screen";
import { unknownVersion, useSiteInfo } from "../../../lib/site-info/site-info";
import { ContentPiece } from "../../../widgets/site-content/site-content";
import { outwardLink, usePublicLinks } from "./use-public-links";

/** The operator's footer, or the site's name and version with the ways to go on. */
export function SiteFooter(props: { screens: readonly Screen[] }) {
  const { footer_html } = useSiteInfo();
  return (
    <Box
      component="footer"
      sx={{
        flexShrink: 0,
        borderTop: 1,
        borderColor: "divider",
        bgcolor: "background.paper",
        py: 3,
        // The content keeps its height, so a late footer shifts nothing.
        minHeight: 72,
      }}
    >
      <Box sx={{ maxWidth: 1160, mx: "auto", px: { xs: 2.5, sm: 4 } }}>
        {footer_html.trim() === "" ? (
          <StandardFooter screens={props.screens} />
        ) : (
          <ContentPiece text={footer_html} quiet />
        )}
      </Box>
    </Box>
  );
}

function StandardFooter(props: { screens: readonly Screen[] }) {
  const { system_name, version, isLoading } = useSiteInfo();
  const links = usePublicLinks(props.screens).filter(({ id }) =>
    ["developer", "about", "price"].includes(id),
  );
  const look = { color: "text.secondary", fontSize: 13 } as const;
  return (
    <Stack
      direction={{ xs: "column", sm: "row" }}
      sx={{ gap: 1.5, justifyContent: "space-between", alignItems: { sm: "center" } }}
    >
      <Box sx={{ ...look, minHeight: 20 }}>
        {!isLoading && [system_name, version !== unknownVersion && version].filter(Boolean).join(" ")}
      </Box>
      <Stack direction="row" sx={{ gap: 2.5, flexWrap: "wrap" }}>
        {links.map(({ id, label, target }) => (
          <MuiLink
            key={id}
            sx={look}
            {...("to" in target ? { component: Link, to: target.to } : outwardLink(target))}
          >
            {label}
          </MuiLink>
        ))}
      </Stack>
    </Stack>
  );
}
