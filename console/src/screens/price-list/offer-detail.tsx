import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { UserGroup } from "@tollgate/contract/groups";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { FormSection } from "../../design-system/form/form-section";
import { MonoText } from "../../design-system/mono-text/mono-text";
import { SidePanel } from "../../design-system/side-panel/side-panel";
import { formatNumber } from "../../lib/format-number";
import { safeLink } from "../../lib/safe-link";
import { amountText, conditionText } from "../../widgets/price-terms/price-text";
import type { PriceTerm } from "../../widgets/price-terms/price-terms";
import type { PriceUnit } from "../../widgets/price-cells/unit-choice";
import { Modalities, OfferOwner } from "./offer-columns";
import { abilities, type OfferedModel, pricesOfOffer } from "./offered-models";
import { useModelNames } from "./use-model-names";

interface OfferDetailProps {
  offer: OfferedModel;
  /** Those that reach the model and that the viewer may use. */
  groups: readonly UserGroup[];
  chosen: UserGroup | undefined;
  unit: PriceUnit;
  onClose: () => void;
}

/** A model with all that is known of it: facts, every amount of its price, and what it costs other groups. */
export function OfferDetail({ offer, groups, chosen, unit, onClose }: OfferDetailProps) {
  const { t } = useTranslation("price-list");
  const { facts } = offer;
  return (
    <SidePanel open title={<MonoText copy>{offer.model}</MonoText>} subtitle={facts?.name} onClose={onClose}>
      {facts?.description && (
        <Typography sx={{ mb: 2, overflowWrap: "anywhere" }}>{facts.description}</Typography>
      )}
      <FormSection title={t("facts")}>
        <Facts offer={offer} />
      </FormSection>
      <FormSection
        title={chosen ? t("pricesOf", { group: chosen.name }) : t("price")}
        description={t(`unit.hint_${unit}`)}
      >
        <AllPrices offer={offer} ratio={chosen?.ratio ?? 1} unit={unit} />
      </FormSection>
      {groups.length > 1 && (
        <FormSection title={t("otherGroups")}>
          <GroupPrices offer={offer} groups={groups} unit={unit} />
        </FormSection>
      )}
    </SidePanel>
  );
}

function Facts({ offer }: { offer: OfferedModel }) {
  const { t } = useTranslation("price-list");
  const { facts } = offer;
  const links = (facts?.support_url ?? []).flatMap((url) => safeLink(url) ?? []);
  const tokens = (count = 0) => (count > 0 ? t("tokens", { count, number: formatNumber(count) }) : "");
  const skills = abilities(offer);
  const names = useModelNames();
  return (
    <Lines>
      <Line label={t("provider")}>
        <OfferOwner offer={offer} />
      </Line>
      <Line label={t("modality")}>
        <Modalities offer={offer} />
      </Line>
      <Line label={t("columns.context")}>{tokens(facts?.context_length) || "—"}</Line>
      {(facts?.max_tokens ?? 0) > 0 && <Line label={t("longestAnswer")}>{tokens(facts?.max_tokens)}</Line>}
      {skills.length > 0 && (
        <Line label={t("capabilities")}>
          <Stack direction="row" sx={{ gap: 0.5, flexWrap: "wrap", justifyContent: "flex-end" }}>
            {skills.map((name) => (
              <Chip key={name} size="small" label={names.capability(name)} />
            ))}
          </Stack>
        </Line>
      )}
      {links.map((url) => (
        <Line key={url} label={t("link")}>
          <Link href={url} target="_blank" rel="noopener noreferrer" noWrap sx={{ display: "block" }}>
            {url}
          </Link>
        </Line>
      ))}
    </Lines>
  );
}

/** Every amount, then what is charged instead under conditions. */
function AllPrices({ offer, ratio, unit }: { offer: OfferedModel; ratio: number; unit: PriceUnit }) {
  const { t } = useTranslation(["price-list", "price-terms"]);
  const { t: tTerms } = useTranslation("price-terms");
  const prices = pricesOfOffer(offer, ratio, unit);
  if (!prices) return <Typography variant="body2">{t("price-list:unpriced_hint")}</Typography>;
  const lines = (terms: readonly PriceTerm[]) =>
    terms.map((term) => (
      <Line key={term.id} label={tTerms(`name.${term.id}`)}>
        {amountText(tTerms, term)}
      </Line>
    ));
  return (
    <>
      <Lines>{lines(prices.terms)}</Lines>
      {prices.rules.map(({ when, terms }) => (
        <Box key={JSON.stringify(when)}>
          <Typography variant="subtitle2" sx={{ mt: 1, mb: 0.5 }}>
            {conditionText(tTerms, when)}
          </Typography>
          <Lines>{lines(terms)}</Lines>
        </Box>
      ))}
    </>
  );
}

function GroupPrices({ offer, groups, unit }: Pick<OfferDetailProps, "offer" | "groups" | "unit">) {
  const { t } = useTranslation("price-list");
  const { t: tTerms } = useTranslation("price-terms");
  return (
    <Lines>
      {groups.map((group) => (
        <Line
          key={group.symbol}
          label={t("groupRatio", { name: group.name, ratio: formatNumber(group.ratio, 4) })}
        >
          {(pricesOfOffer(offer, group.ratio, unit)?.terms ?? [])
            .slice(0, 2)
            .map((term) => `${tTerms(`name.${term.id}`)} ${amountText(tTerms, term)}`)
            .join(" · ") || "—"}
        </Line>
      ))}
    </Lines>
  );
}

function Lines({ children }: { children: ReactNode }) {
  return (
    <Box component="dl" sx={{ m: 0, border: 1, borderColor: "divider", borderRadius: 2, overflow: "hidden" }}>
      {children}
    </Box>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Stack
      direction="row"
      sx={{
        gap: 2,
        px: 1.5,
        py: 0.75,
        alignItems: "center",
        justifyContent: "space-between",
        "& + &": { borderTop: 1, borderColor: "divider" },
      }}
    >
      <Typography component="dt" variant="body2" sx={{ color: "text.secondary", flexShrink: 0 }}>
        {label}
      </Typography>
      <Typography component="dd" variant="body2" sx={{ m: 0, minWidth: 0, textAlign: "right" }}>
        {children}
      </Typography>
    </Stack>
  );
}
