import AddIcon from "@mui/icons-material/Add";
import CloseIcon from "@mui/icons-material/Close";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import IconButton from "@mui/material/IconButton";
import Stack from "@mui/material/Stack";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import type { Channel } from "@tollgate/contract/channels";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ChartCard } from "../../design-system/chart-card/chart-card";
import { MonoText } from "../../design-system/mono-text/mono-text";
import { describeError } from "../../lib/describe-error";
import { formatDate, formatRelativeTime } from "../../lib/format-time";
import { notify } from "../../lib/notifications/notifications";
import { useCheckModels, useSetOnChannels } from "./channels-queries";

const newShown = 24;

interface ModelCheckCardProps {
  channel: Channel;
  canListModels: boolean;
}

/** How the channel's models differ from the provider's list; each difference is resolved with a click. */
export function ModelCheckCard({ channel, canListModels }: ModelCheckCardProps) {
  const { t } = useTranslation("channels");
  const check = useCheckModels(channel.id);
  const set = useSetOnChannels();
  if (!canListModels) return null;
  const { checked_time, new_models, gone_models } = channel.model_check;
  const change = (field: "add_model" | "del_model", value: string, onSuccess = () => {}) =>
    set.mutate({ ids: [channel.id], field, value }, { onSuccess });
  // The provider no longer lists the model, so it could only be added again by its name.
  const remove = (model: string) =>
    change("del_model", model, () =>
      notify.info(t("models_check.removed", { model }), {
        action: { label: t("models_check.undo"), run: () => change("add_model", model) },
      }),
    );
  return (
    <ChartCard
      title={t("models_check.title")}
      description={t("models_check.hint")}
      action={
        <Button
          size="small"
          variant="outlined"
          loading={check.isPending}
          onClick={() => check.mutate()}
          sx={{ flexShrink: 0 }}
        >
          {t("models_check.run")}
        </Button>
      }
    >
      <Stack sx={{ px: 2.5, pb: 2, gap: 1.5 }}>
        <Typography variant="caption" component="p" sx={{ color: "text.secondary" }}>
          {checked_time === 0
            ? t("models_check.never")
            : t("models_check.checked", { time: formatRelativeTime(checked_time) })}
        </Typography>
        {check.isError && (
          <Alert severity="error" sx={{ overflowWrap: "anywhere" }}>
            {describeError(check.error)}
          </Alert>
        )}
        {checked_time > 0 && new_models.length === 0 && gone_models.length === 0 && (
          <Typography variant="body2">{t("models_check.same")}</Typography>
        )}
        {gone_models.length > 0 && (
          <Box>
            <Typography variant="subtitle2" sx={{ color: "warning.main" }}>
              {t("models_check.gone", { count: gone_models.length })}
            </Typography>
            <Typography variant="body2" sx={{ color: "text.secondary", mb: 1 }}>
              {t("models_check.gone_hint")}
            </Typography>
            <Box component="ul" sx={{ m: 0, p: 0, listStyle: "none" }}>
              {gone_models.map(({ model, since }) => (
                <Stack
                  key={model}
                  component="li"
                  direction="row"
                  sx={{ alignItems: "center", gap: 1, minHeight: 36 }}
                >
                  <Box sx={{ flex: 1, minWidth: 0, fontSize: 13 }}>
                    <MonoText wrap>{model}</MonoText>
                  </Box>
                  <Typography variant="caption" sx={{ color: "text.secondary", whiteSpace: "nowrap" }}>
                    {t("models_check.since", { time: formatDate(since) })}
                  </Typography>
                  <Tooltip title={t("models_check.remove", { model })}>
                    <IconButton
                      size="small"
                      aria-label={t("models_check.remove", { model })}
                      onClick={() => remove(model)}
                    >
                      <CloseIcon sx={{ fontSize: 16 }} />
                    </IconButton>
                  </Tooltip>
                </Stack>
              ))}
            </Box>
          </Box>
        )}
        {new_models.length > 0 && (
          <Box>
            <Typography variant="subtitle2" sx={{ mb: 1 }}>
              {t("models_check.new", { count: new_models.length })}
            </Typography>
            <Names>
              {new_models.slice(0, newShown).map((model) => (
                <Chip
                  key={model}
                  size="small"
                  variant="outlined"
                  label={model}
                  icon={<AddIcon />}
                  aria-label={t("models_check.add", { model })}
                  onClick={() => change("add_model", model)}
                />
              ))}
              {new_models.length > newShown && (
                <Typography variant="body2" sx={{ color: "text.secondary" }}>
                  {t("models_check.more", { count: new_models.length - newShown })}
                </Typography>
              )}
            </Names>
          </Box>
        )}
      </Stack>
    </ChartCard>
  );
}

function Names({ children }: { children: ReactNode }) {
  return (
    <Stack sx={{ flexDirection: "row", flexWrap: "wrap", gap: 0.75, alignItems: "center" }}>{children}</Stack>
  );
}
