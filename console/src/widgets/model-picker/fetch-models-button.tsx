import CloudDownloadOutlinedIcon from "@mui/icons-material/CloudDownloadOutlined";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { describeError } from "../../lib/describe-error";
import type { MappedName } from "./generate-mapping";
import { ModelPickerDialog } from "./model-picker-dialog";

interface FetchModelsButtonProps {
  current: readonly string[];
  mapped?: readonly string[];
  /** Fetches the models; undefined if the form is incomplete, which the form then shows. */
  fetchModels: () => Promise<string[] | undefined>;
  onApply: (models: string[], mapping: readonly MappedName[]) => void;
}

/** Fetches the provider's models and opens the picker; shows a failure below the button. */
export function FetchModelsButton({ current, mapped, fetchModels, onApply }: FetchModelsButtonProps) {
  const { t } = useTranslation("model-picker");
  const [open, setOpen] = useState(false);
  const request = useMutation({
    mutationFn: fetchModels,
    meta: { silent: true },
    onSuccess: (models) => setOpen(models !== undefined),
  });
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        startIcon={<CloudDownloadOutlinedIcon />}
        loading={request.isPending}
        loadingPosition="start"
        onClick={() => request.mutate()}
      >
        {t("fetch")}
      </Button>
      {request.isError && (
        <Alert severity="error" sx={{ flexBasis: "100%", order: 1, overflowWrap: "anywhere" }}>
          {describeError(request.error)}
        </Alert>
      )}
      {open && request.data && (
        <ModelPickerDialog
          current={current}
          offered={request.data}
          {...(mapped && { mapped })}
          onApply={(models, mapping) => {
            onApply(models, mapping);
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
