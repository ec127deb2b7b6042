import ArrowForwardIcon from "@mui/icons-material/ArrowForward";
import Button from "@mui/material/Button";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatNumber } from "../../lib/format-number";
import { ProviderIcon } from "../../widgets/provider-chip/provider-chip";
import { groupByOwner } from "./group-by-owner";
import type { Offer } from "./read-offers";
import { Section } from "./section";

/** Maximum providers and names shown; the price list has all. */
const mostProviders = 12;
const mostNames = 4;

interface ModelsSectionProps {
  offers: readonly Offer[];
  loading: boolean;
}

/** Callable models: their number, owners, and some names. */
export function ModelsSection({ offers, loading }: ModelsSectionProps) {
  const { t } = useTranslation("home");
  const providers = groupByOwner(offers);
  const count = offers.length;
  if (!loading && count === 0) return <Section title={t("models.none")} lead={t("models.noneLead")} />;
  const title = loading
    ? undefined
    : t("models.title", { models: formatNumber(count), count: providers.length });
  return (
    <Section title={title} lead={t("models.lead")}>
      <ul className="providers">
        {providers.slice(0, mostProviders).map(({ name, icon, models: offered }) => (
          <li key={name}>
            <ProviderIcon size={32} descriptor={{ label: name, icon }} />
            <div>
              <b>
                {name || t("models.others")} <span className="quiet">{formatNumber(offered.length)}</span>
              </b>
              <span className="names">
                {offered.slice(0, mostNames).join(", ")}
                {offered.length > mostNames && "…"}
              </span>
            </div>
          </li>
        ))}
      </ul>
      <Button component={Link} to="/price" variant="outlined" endIcon={<ArrowForwardIcon />} sx={{ mt: 4 }}>
        {t("models.all")}
      </Button>
    </Section>
  );
}
