import { limits } from "@tollgate/contract/limits";
import MuiBreadcrumbs from "@mui/material/Breadcrumbs";
import MuiLink from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import type { Screen } from "../../../lib/define-screen";
import { screenAt } from "../../navigation";
import { paths } from "../../paths";

/** Current location. The first crumb links to the base path; on the dashboard it is the only one. */
export function Breadcrumbs(props: { screens: readonly Screen[] }) {
  const { t } = useTranslation("shell");
  const { pathname } = useLocation();
  const screen = screenAt(props.screens, pathname);
  const atDashboard = screen === undefined || screen.path === paths.dashboard;
  const above = screen?.menu?.collapse
    ? t(`collapses.${screen.menu.collapse}`)
    : screen?.menu && t(`groups.${screen.menu.group}`);
  return (
    <MuiBreadcrumbs
      aria-label={t("breadcrumbs")}
      maxItems={limits.breadcrumbsMax}
      sx={{
        fontSize: 13,
        "& .MuiBreadcrumbs-ol": { flexWrap: "nowrap" },
        "& .MuiBreadcrumbs-separator": { mx: 0.75 },
      }}
    >
      <MuiLink component={Link} to={paths.base} color={atDashboard ? "text.primary" : "text.secondary"}>
        {t("screens.dashboard")}
      </MuiLink>
      {!atDashboard && above && above !== t("screens.dashboard") && (
        <Typography variant="body2" noWrap sx={{ color: "text.secondary" }}>
          {above}
        </Typography>
      )}
      {!atDashboard && (
        <Typography
          variant="body2"
          noWrap
          aria-current="page"
          sx={{ fontWeight: 500, color: "text.primary" }}
        >
          {t(screen.title)}
        </Typography>
      )}
    </MuiBreadcrumbs>
  );
}
