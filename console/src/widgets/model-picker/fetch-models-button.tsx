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
  /** Asks the provider; undefined when the form is not ready for that and has said so. */
  fetchModels: () => Promise<string[] | undefined>;
  onApply: (models: string[], mapping: readonly MappedName[]) => void;
}

/** Asks the provider for its models and opens the picker on them; a failure is said under the button. */
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
