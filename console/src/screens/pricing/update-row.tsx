import AddIcon from "@mui/icons-material/Add";
import ArrowRightAltIcon from "@mui/icons-material/ArrowRightAlt";
import EditOutlinedIcon from "@mui/icons-material/EditOutlined";
import LockOutlinedIcon from "@mui/icons-material/LockOutlined";
import RemoveIcon from "@mui/icons-material/Remove";
import Box from "@mui/material/Box";
import Checkbox from "@mui/material/Checkbox";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { PriceChange } from "@tollgate/contract/price-updates";
import type { Price } from "@tollgate/contract/pricing";
import { useTranslation } from "react-i18next";
import { MonoText } from "../../design-system/mono-text/mono-text";
import { StatusChip } from "../../design-system/status-chip/status-chip";
import { safeLink } from "../../lib/safe-link";
import { amountText, conditionText, termText } from "../../widgets/price-terms/price-text";
import { describePrice, type PriceTerm } from "../../widgets/price-terms/price-terms";
import { changedTerms } from "./update-changes";

interface UpdateRowProps {
  change: PriceChange;
  chosen: boolean;
  onChoose: (chosen: boolean) => void;
}

const tones = { new: "success", changed: "info", gone: "error", locked: "neutral" } as const;
const icons = {
  new: <AddIcon />,
  changed: <EditOutlinedIcon />,
  gone: <RemoveIcon />,
  locked: <LockOutlinedIcon />,
};

/** One price that would change: what happens to it, and the amounts before and after. */
export function UpdateRow({ change, chosen, onChoose }: UpdateRowProps) {
  const { t } = useTranslation("pricing");
  const { model, state, after, note, source, date } = change;
  const page = source === undefined ? undefined : safeLink(source);
  return (
    <Stack
      component="li"
      direction="row"
      sx={{
        alignItems: "flex-start",
        gap: 0.5,
        pl: 0.5,
        pr: 2,
        py: 0.75,
        "& + &": { borderTop: 1, borderColor: "divider" },
      }}
    >
      {state === "locked" ? (
        <Box aria-hidden sx={{ width: 38, flexShrink: 0 }} />
      ) : (
        <Checkbox
          sx={{ width: 38 }}
          checked={chosen}
          onChange={(event) => onChoose(event.target.checked)}
          slotProps={{ input: { "aria-label": t("updates.choose", { model }) } }}
        />
      )}
      <Box sx={{ flex: 1, minWidth: 0, pt: 0.75 }}>
        <Stack direction="row" sx={{ alignItems: "center", gap: 1, flexWrap: "wrap" }}>
          <MonoText wrap>{model}</MonoText>
          <StatusChip tone={tones[state]} icon={icons[state]} label={t(`updates.state.${state}`)} />
        </Stack>
        <ChangedAmounts change={change} />
        {(note !== undefined || date !== undefined) && after && (
          <Typography variant="caption" component="div" sx={{ color: "text.secondary" }}>
            {[note, date !== undefined && t("updates.read_on", { date })].filter(Boolean).join(" ")}{" "}
            {page !== undefined && (
              <Link href={page} target="_blank" rel="noreferrer">
                {t("updates.vendor_page")}
              </Link>
            )}
          </Typography>
        )}
      </Box>
    </Stack>
  );
}

/** Of a changed price the amounts that differ; of a new one all; of one that is gone what it was. */
function ChangedAmounts({ change }: { change: PriceChange }) {
  const { t } = useTranslation("pricing");
  const { before, after, state } = change;
  if (!after)
    return before && <Amounts price={before} prefix={state === "gone" ? t("updates.not_listed") : ""} />;
  if (!before) return <Amounts price={after} prefix="" />;
  const { terms, rules } = changedTerms(change);
  return (
    <Stack sx={{ gap: 0.25, mt: 0.25 }}>
      {terms.map(({ id, before: old, after: next }) => (
        <ChangedAmount key={id} id={id} before={old} after={next} />
      ))}
      {rules && <ChangedRules before={before} after={after} />}
    </Stack>
  );
}

interface ChangedAmountProps {
  id: string;
  before: PriceTerm | undefined;
  after: PriceTerm | undefined;
}

function ChangedAmount({ id, before, after }: ChangedAmountProps) {
  const { t } = useTranslation("pricing");
  const texts = useTranslation("price-terms").t;
  const [from, to] = [before, after].map((term) => (term ? amountText(texts, term) : "—"));
  return (
    <Typography
      variant="body2"
      sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: 0.5 }}
    >
      <Box component="span" sx={{ color: "text.secondary" }}>
        {texts(`name.${id}`)}
      </Box>
      <span>{from}</span>
      <ArrowRightAltIcon titleAccess={t("updates.becomes")} sx={{ fontSize: 18, color: "text.secondary" }} />
      <strong>{to}</strong>
    </Typography>
  );
}

function ChangedRules({ before, after }: { before: Price; after: Price }) {
  const { t } = useTranslation("pricing");
  return (
    <Box>
      {before.rules.length > 0 && <RuleLines price={before} label={t("updates.rules_before")} />}
      <RuleLines
        price={after}
        label={t(after.rules.length > 0 ? "updates.rules_after" : "updates.rules_none")}
      />
    </Box>
  );
}

function Amounts({ price, prefix }: { price: Price; prefix: string }) {
  const { t } = useTranslation("price-terms");
  const { terms } = describePrice(price);
  return (
    <Box sx={{ mt: 0.25 }}>
      <Typography variant="body2">
        {[prefix, ...terms.map((term) => termText(t, term))].filter(Boolean).join(" · ")}
      </Typography>
      {price.rules.length > 0 && <RuleLines price={price} label="" />}
    </Box>
  );
}

function RuleLines({ price, label }: { price: Price; label: string }) {
  const { t } = useTranslation("price-terms");
  const { rules } = describePrice(price);
  return (
    <Box sx={{ color: "text.secondary" }}>
      {label !== "" && <Typography variant="body2">{label}</Typography>}
      {rules.map(({ when, terms }) => (
        <Typography key={JSON.stringify(when)} variant="body2" sx={{ pl: label === "" ? 0 : 1.5 }}>
          {[conditionText(t, when), ...terms.map((term) => termText(t, term))].join(" · ")}
        </Typography>
      ))}
    </Box>
  );
}
