import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import AddIcon from "@mui/icons-material/Add";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useConfirm } from "../../design-system/confirm-dialog/use-confirm";
import { notify } from "../../lib/notifications/notifications";
import { suggestionsQuery, useCreatePrices } from "../../widgets/unpriced-models/price-queries";
import { BookedPrices } from "./booked-prices";

const shownAtFirst = 8;

interface UnpricedBannerProps {
  models: readonly string[];
  onAdd: (model: string) => void;
}

/** Models that channels serve but no price covers; each is one click from a price. */
export function UnpricedBanner({ models, onAdd }: UnpricedBannerProps) {
  const { t } = useTranslation("pricing");
  const [all, setAll] = useState(false);
  const confirm = useConfirm();
  const create = useCreatePrices();
  const { data: suggestions = {} } = useQuery(suggestionsQuery(models));
  const booked = Object.values(suggestions);
  if (models.length === 0) return null;
  const priceFromBook = async () => {
    const count = booked.length;
    const body = <BookedPrices suggestions={booked} />;
    const confirmLabel = t("unpriced.book_confirm", { count });
    if (!(await confirm({ title: t("unpriced.book_title", { count }), body, confirmLabel }))) return;
    create.mutate(
      booked.map(({ price }) => price),
      { onSuccess: () => notify.success(t("unpriced.book_done", { count })) },
    );
  };
  const shown = all ? models : models.slice(0, shownAtFirst);
  return (
    <Alert severity="warning" sx={{ mb: 2, "& .MuiAlert-message": { minWidth: 0, width: "100%" } }}>
      <AlertTitle>{t("unpriced.title", { count: models.length })}</AlertTitle>
      {booked.length > 0 && (
        <Button
          size="small"
          variant="contained"
          loading={create.isPending}
          onClick={() => void priceFromBook()}
          sx={{ mt: 0.5, mb: 1.25 }}
        >
          {t("unpriced.book", { count: booked.length })}
        </Button>
      )}
      <Stack direction="row" sx={{ gap: 0.75, flexWrap: "wrap", alignItems: "center" }}>
        {shown.map((model) => (
          <Chip
            key={model}
            variant="outlined"
            icon={<AddIcon />}
            label={model}
            aria-label={t("unpriced.add", { model })}
            onClick={() => onAdd(model)}
            sx={{ maxWidth: "100%", bgcolor: "background.paper", "& .MuiChip-icon": { fontSize: 16 } }}
          />
        ))}
        {models.length > shownAtFirst && (
          <Button size="small" color="inherit" onClick={() => setAll(!all)}>
            {all ? t("unpriced.show_less") : t("unpriced.show_all", { count: models.length })}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
