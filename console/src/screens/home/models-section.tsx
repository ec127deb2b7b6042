import ArrowForwardIcon from "@mui/icons-material/ArrowForward";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { EndpointData } from "@tollgate/contract/endpoint";
import type { listAvailableModels } from "@tollgate/contract/models";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { monoFont } from "../../design-system/theme/tokens";
import { formatNumber } from "../../lib/format-number";
import { ProviderIcon } from "../../widgets/provider-chip/provider-chip";
import { groupByOwner } from "./group-by-owner";
import { Section } from "./section";

/** As many providers and names as one takes in at a glance; the price list has them all. */
const mostProviders = 12;
const mostNames = 4;

interface ModelsSectionProps {
  models: EndpointData<typeof listAvailableModels> | undefined;
  loading: boolean;
}

/** What can be called here: how many models, whose, and the names of some. */
export function ModelsSection({ models, loading }: ModelsSectionProps) {
  const { t } = useTranslation("home");
  const providers = groupByOwner(models ?? {});
  const count = Object.keys(models ?? {}).length;
  if (!loading && count === 0) {
    return (
      <Section title={t("models.none")} lead={t("models.noneLead")}>
        {null}
      </Section>
    );
  }
  const title = loading ? (
    <Skeleton width={320} sx={{ maxWidth: "100%" }} />
  ) : (
    t("models.title", { models: formatNumber(count), count: providers.length })
  );
  return (
    <Section title={title} lead={t("models.lead")}>
      <Box
        component="ul"
        sx={{
          m: 0,
          p: 0,
          listStyle: "none",
          display: "grid",
          gridTemplateColumns: {
            xs: "minmax(0, 1fr)",
            sm: "repeat(2, minmax(0, 1fr))",
            md: "repeat(3, minmax(0, 1fr))",
          },
          columnGap: 4,
          rowGap: 3,
        }}
      >
        {providers.slice(0, mostProviders).map((provider) => (
          <Stack component="li" direction="row" key={provider.name} sx={{ gap: 1.5, minWidth: 0 }}>
            <ProviderIcon size={32} descriptor={{ label: provider.name, icon: provider.icon }} />
            <Box sx={{ minWidth: 0 }}>
              <Typography sx={{ fontWeight: 500 }} noWrap>
                {provider.name || t("models.others")}{" "}
                <Box component="span" sx={{ color: "text.secondary", fontWeight: 400 }}>
                  {formatNumber(provider.models.length)}
                </Box>
              </Typography>
              <Typography
                variant="body2"
                sx={{ color: "text.secondary", fontFamily: monoFont, fontSize: 12, overflowWrap: "anywhere" }}
              >
                {provider.models.slice(0, mostNames).join(", ")}
                {provider.models.length > mostNames && "…"}
              </Typography>
            </Box>
          </Stack>
        ))}
      </Box>
      <Button component={Link} to="/price" variant="outlined" endIcon={<ArrowForwardIcon />} sx={{ mt: 4 }}>
        {t("models.all")}
      </Button>
    </Section>
  );
}
