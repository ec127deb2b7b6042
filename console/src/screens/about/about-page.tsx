import Box from "@mui/material/Box";
import { useQuery } from "@tanstack/react-query";
import { getAbout } from "@tollgate/contract/site-info";
import { useTranslation } from "react-i18next";
import { ErrorState } from "../../design-system/error-state/error-state";
import { call } from "../../lib/api-client";
import { describeError } from "../../lib/describe-error";
import { ContentSkeleton, SiteContent } from "../../widgets/site-content/site-content";
import { StandardAbout } from "./standard-about";

/** The operator's about page: a framed address, their own content, or the built-in facts. */
export function AboutPage() {
  const { t } = useTranslation("about");
  const about = useQuery({
    queryKey: ["about"],
    queryFn: ({ signal }) => call(getAbout, { signal }),
    staleTime: 5 * 60_000,
    meta: { silent: true },
  });
  if (about.error)
    return (
      <ErrorState
        title={t("failed")}
        message={describeError(about.error)}
        onRetry={() => void about.refetch()}
      />
    );
  if (about.data === undefined)
    return (
      <Box sx={{ width: "100%", maxWidth: 860, mx: "auto", px: 3, py: 7 }}>
        <ContentSkeleton />
      </Box>
    );
  return about.data.trim() === "" ? <StandardAbout /> : <SiteContent text={about.data} title={t("title")} />;
}
