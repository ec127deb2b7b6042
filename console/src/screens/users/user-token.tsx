import BlockIcon from "@mui/icons-material/Block";
import DeleteOutlinedIcon from "@mui/icons-material/DeleteOutlined";
import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import type { OwnedToken } from "@tollgate/contract/admin-tokens";
import { type TokenSetting, tokenStatus } from "@tollgate/contract/tokens";
import { useTranslation } from "react-i18next";
import { useConfirm } from "../../design-system/confirm-dialog/use-confirm";
import { Fact } from "../../design-system/fact/fact";
import { MonoText } from "../../design-system/mono-text/mono-text";
import { StatusChip } from "../../design-system/status-chip/status-chip";
import { TimeText } from "../../design-system/time-text/time-text";
import { notify } from "../../lib/notifications/notifications";
import { BudgetMeter } from "../../widgets/budget/budget-meter";
import { QuotaText } from "../../widgets/quota-text/quota-text";
import { useDeleteUserToken, usePatchTokenStatus } from "./users-queries";

/** Neither enabled nor disabled, and why. */
const statusKeys = {
  [tokenStatus.expired]: "tokens.expired",
  [tokenStatus.exhausted]: "tokens.exhausted",
} as const;

/** Longer lists of models end with how many more there are. */
const shownModels = 6;

/** One token of a user: what an administrator may see of it, the switch, and its end. What it may do is its owner's. */
export function UserToken({ token }: { token: OwnedToken }) {
  const { t } = useTranslation("users");
  return (
    <Box
      component="li"
      sx={{ py: 1.5, borderTop: 1, borderColor: "divider", "&:first-of-type": { borderTop: 0, pt: 0 } }}
    >
      <Stack direction="row" sx={{ alignItems: "center", gap: 1 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="body2" noWrap title={token.name} sx={{ fontWeight: 500 }}>
            {token.name}
          </Typography>
          <MonoText>{token.key}</MonoText>
        </Box>
        <TokenSwitch token={token} />
        <DeleteButton token={token} />
      </Stack>
      <Box
        component="dl"
        sx={{
          m: 0,
          mt: 1,
          display: "grid",
          gridTemplateColumns: "repeat(auto-fill, minmax(104px, 1fr))",
          columnGap: 2,
          rowGap: 1,
        }}
      >
        <Fact name={t("tokens.used")}>
          <QuotaText value={token.used_quota} />
        </Fact>
        <Fact name={t("tokens.remaining")}>
          {token.unlimited_quota ? t("tokens.unlimited") : <QuotaText value={token.remain_quota} />}
        </Fact>
        {token.budget_period !== "none" && (
          <Fact name={t("section.budget")} wide>
            <BudgetMeter budget={token} full />
          </Fact>
        )}
        <Fact name={t("tokens.expires")}>
          <TimeText relative value={token.expired_time} none={t("tokens.never_expires")} />
        </Fact>
        <Fact name={t("tokens.last_used")}>
          <TimeText relative value={token.accessed_time} none={t("never")} />
        </Fact>
        <Fact name={t("tokens.models")} wide>
          <Models setting={token.setting} />
        </Fact>
      </Box>
    </Box>
  );
}

function TokenSwitch({ token: { id, name, status } }: { token: OwnedToken }) {
  const { t } = useTranslation("users");
  const patch = usePatchTokenStatus();
  const set = (next: typeof tokenStatus.enabled | typeof tokenStatus.disabled): void =>
    patch.mutate({ id, change: { status: next } });
  const word = statusKeys[status as keyof typeof statusKeys];
  // Its owner could restore it; disabling makes it final.
  if (word)
    return (
      <Stack direction="row" sx={{ alignItems: "center", gap: 0.5 }}>
        <StatusChip tone={status === tokenStatus.expired ? "error" : "warning"} label={t(word)} />
        <Tooltip title={t("actions.disable")}>
          <IconButton
            size="small"
            aria-label={t("tokens.disable_named", { name })}
            onClick={() => set(tokenStatus.disabled)}
          >
            <BlockIcon fontSize="small" />
          </IconButton>
        </Tooltip>
      </Stack>
    );
  const enabled = status === tokenStatus.enabled;
  return (
    <Stack direction="row" sx={{ alignItems: "center", gap: 0.5, whiteSpace: "nowrap" }}>
      <Typography variant="body2" sx={{ color: "text.secondary" }}>
        {t(enabled ? "status.enabled" : "status.disabled")}
      </Typography>
      <Switch
        checked={enabled}
        onChange={(event) => set(event.target.checked ? tokenStatus.enabled : tokenStatus.disabled)}
        slotProps={{ input: { "aria-label": t("tokens.toggle", { name }) } }}
      />
    </Stack>
  );
}

function DeleteButton({ token: { id, name, owner_name } }: { token: OwnedToken }) {
  const { t } = useTranslation("users");
  const confirm = useConfirm();
  const remove = useDeleteUserToken();
  const ask = async (): Promise<void> => {
    const sure = await confirm({
      title: t("tokens.delete_title", { name, owner: owner_name }),
      body: t("tokens.delete_body"),
      confirmLabel: t("actions.delete"),
      danger: true,
    });
    if (sure) remove.mutate(id, { onSuccess: () => notify.success(t("tokens.deleted", { name })) });
  };
  return (
    <Tooltip title={t("actions.delete")}>
      <IconButton
        size="small"
        aria-label={t("tokens.delete_named", { name })}
        disabled={remove.isPending}
        onClick={() => void ask()}
      >
        <DeleteOutlinedIcon fontSize="small" />
      </IconButton>
    </Tooltip>
  );
}

function Models({ setting }: { setting: TokenSetting }) {
  const { t } = useTranslation("users");
  const { enabled, models } = setting.limits.limit_model_setting;
  if (!enabled) return t("tokens.all_models");
  const more = models.length - shownModels;
  return (
    <>
      {models.slice(0, shownModels).join(", ")}
      {more > 0 && (
        <Tooltip title={models.slice(shownModels).join(", ")}>
          <Box component="span" tabIndex={0} sx={{ color: "text.secondary", whiteSpace: "nowrap" }}>
            {" "}
            {t("tokens.more_models", { count: more })}
          </Box>
        </Tooltip>
      )}
    </>
  );
}
