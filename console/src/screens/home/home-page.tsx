import Box from "@mui/material/Box";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ErrorState } from "../../design-system/error-state/error-state";
import { describeError } from "../../lib/describe-error";
import { useSiteInfo } from "../../lib/site-info/site-info";
import { ContentSkeleton, SiteContent } from "../../widgets/site-content/site-content";
import { hasBuiltInHome, homeContentQuery } from "./home-queries";
import { WelcomePage } from "./welcome-page";

/** The operator's home page, or the built-in one where none is set. */
export function HomePage() {
  const { t } = useTranslation("home");
  const { system_name } = useSiteInfo();
  const content = useQuery(homeContentQuery);
  // If the server already reported that there is none, the page does not wait for it.
  const text = content.data ?? (hasBuiltInHome() ? "" : undefined);
  if (text !== undefined && text.trim() === "") return <WelcomePage />;
  if (text !== undefined) return <SiteContent text={text} title={system_name} />;
  if (content.error)
    return (
      <ErrorState
        title={t("failed")}
        message={describeError(content.error)}
        onRetry={() => void content.refetch()}
      />
    );
  return (
    <Box sx={{ width: "100%", maxWidth: 860, mx: "auto", px: 3, py: 7 }}>
      <ContentSkeleton />
    </Box>
  );
}
