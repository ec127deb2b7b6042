import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import SyncIcon from "@mui/icons-material/Sync";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { PriceListSource, PriceUpdatePreview } from "@tollgate/contract/price-updates";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useConfirm } from "../../design-system/confirm-dialog/use-confirm";
import { SidePanel } from "../../design-system/side-panel/side-panel";
import { describeError } from "../../lib/describe-error";
import { notify } from "../../lib/notifications/notifications";
import { chosenAtFirst, countChosen } from "./update-changes";
import { UpdatePreviewList } from "./update-preview-list";
import { useApplyUpdate, usePreviewUpdate } from "./update-queries";
import { UpdateSourceFields } from "./update-source-fields";

/** Opens the panel that compares the prices with a list from elsewhere. */
export function CheckUpdatesButton() {
  const { t } = useTranslation("pricing");
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="outlined" startIcon={<SyncIcon />} onClick={() => setOpen(true)}>
        {t("updates.check")}
      </Button>
      {open && <UpdatesPanel onClose={() => setOpen(false)} />}
    </>
  );
}

/** Chooses a list, shows what it would change, and takes over what is chosen. */
function UpdatesPanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("pricing");
  const preview = usePreviewUpdate();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const check = (list: PriceListSource) =>
    preview.mutate(list, { onSuccess: ({ changes }) => setChosen(chosenAtFirst(changes)) });
  const list = preview.variables;
  return (
    <SidePanel
      open
      width={880}
      title={t("updates.title")}
      subtitle={t("updates.subtitle")}
      onClose={onClose}
      footer={
        preview.data &&
        list && <ApplyFooter list={list} preview={preview.data} chosen={chosen} onDone={onClose} />
      }
    >
      <UpdateSourceFields checking={preview.isPending} onCheck={check} onChange={preview.reset} />
      {preview.isError && (
        <Alert severity="error" sx={{ mt: 2, overflowWrap: "anywhere" }}>
          {describeError(preview.error)} {t("updates.nothing_changed")}
        </Alert>
      )}
      {preview.data && <UpdatePreviewList preview={preview.data} chosen={chosen} onChoose={setChosen} />}
    </SidePanel>
  );
}

interface ApplyFooterProps {
  list: PriceListSource;
  preview: PriceUpdatePreview;
  chosen: ReadonlySet<string>;
  onDone: () => void;
}

/** Shows the changes and applies them. */
function ApplyFooter({ list, preview, chosen, onDone }: ApplyFooterProps) {
  const { t } = useTranslation("pricing");
  const confirm = useConfirm();
  const apply = useApplyUpdate();
  const counts = countChosen(preview.changes, chosen);
  const total = counts.new + counts.changed + counts.gone;

  const run = async () => {
    if (counts.gone > 0) {
      const title = t("updates.delete_title", { count: counts.gone });
      const question = { title, body: t("delete.body"), confirmLabel: t("updates.apply", { count: total }) };
      if (!(await confirm({ ...question, danger: true }))) return;
    }
    const models = preview.changes.map(({ model }) => model).filter((model) => chosen.has(model));
    apply.mutate(
      { list, digest: preview.digest, mode: "chosen", models },
      {
        onSuccess: (result) => {
          notify.success(t("updates.done", { ...result }));
          onDone();
        },
      },
    );
  };

  return (
    <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1.5, width: "100%" }}>
      <Box sx={{ flex: 1, minWidth: 220 }} aria-live="polite">
        {apply.isError ? (
          <Alert severity="error">{describeError(apply.error)}</Alert>
        ) : (
          <Typography variant="body2">
            {total === 0 ? t("updates.nothing_chosen") : t("updates.outcome", { ...counts })}
          </Typography>
        )}
      </Box>
      <Button
        variant="contained"
        disabled={total === 0}
        loading={apply.isPending}
        onClick={() => void run()}
        sx={{ ml: "auto" }}
      >
        {t("updates.apply", { count: total })}
      </Button>
    </Box>
  );
}
