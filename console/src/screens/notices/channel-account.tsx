import LockOutlinedIcon from "@mui/icons-material/LockOutlined";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { NoticeChannel, NoticeChannelKind } from "@tollgate/contract/notices";
import { useFormContext, useFormState, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { CollapsedSection } from "../../design-system/form/collapsed-section";
import { FormSection } from "../../design-system/form/form-section";
import { describeError } from "../../lib/describe-error";
import { useLanguage } from "../../lib/i18n/use-language";
import { useHasAccess } from "../../lib/session/session";
import { configTexts } from "../../widgets/descriptor-form/config-fields";
import { DescriptorFields } from "../../widgets/descriptor-form/descriptor-fields";
import { isBlank } from "../../widgets/descriptor-form/form-paths";
import { advancedFields, type ChannelValues, plainFields, storedSecrets } from "./channel-values";
import { useTestChannel } from "./notices-queries";

interface ChannelAccountProps {
  kind: NoticeChannelKind;
  channel: NoticeChannel | undefined;
}

/** The account at the service, drawn from its descriptor, and a test message. */
export function ChannelAccount({ kind, channel }: ChannelAccountProps) {
  const { t } = useTranslation("notices");
  const isRoot = useHasAccess("root");
  const locked = new Set(isRoot ? [] : kind.root_fields.map((name) => `config.${name}`));
  const fields = plainFields(kind);
  const lockedFields = fields.filter(({ name }) => locked.has(name));
  const hasSecret = kind.fields.some((field) => field.kind === "secret");
  return (
    <FormSection
      key={kind.type}
      title={t("section.account")}
      {...(hasSecret && { description: t("section.account_hint") })}
    >
      {lockedFields.length > 0 && <RootOnly />}
      <DescriptorFields fields={lockedFields} stored={[]} disabled />
      <DescriptorFields
        fields={fields.filter(({ name }) => !locked.has(name))}
        stored={storedSecrets(channel)}
        storedHint={t("field.stored_hint")}
      />
      <SendTest kind={kind} channel={channel} />
    </FormSection>
  );
}

function RootOnly() {
  const { t } = useTranslation("notices");
  return (
    <Stack direction="row" sx={{ alignItems: "center", gap: 0.75, color: "text.secondary" }}>
      <LockOutlinedIcon sx={{ fontSize: 16 }} />
      <Typography variant="body2">{t("root_only")}</Typography>
    </Stack>
  );
}

/** Addresses that have a default; only a super administrator changes them. */
export function ChannelAdvanced({ kind }: { kind: NoticeChannelKind }) {
  const { t } = useTranslation("notices");
  const { localize } = useLanguage();
  const isRoot = useHasAccess("root");
  const config = useWatch<ChannelValues, "config">({ name: "config" });
  const { errors } = useFormState<ChannelValues>();
  const fields = advancedFields(kind);
  if (fields.length === 0) return null;
  const nameOf = (path: string): string => path.replace(/^config\./, "");
  const set = fields.filter(({ name }) => !isBlank(config?.[nameOf(name)]));
  return (
    <CollapsedSection
      title={t("section.advanced")}
      summary={
        set.length > 0 ? set.map(({ label }) => localize(label)).join(" · ") : t("section.advanced_none")
      }
      invalid={fields.some(({ name }) => errors.config?.[nameOf(name)] !== undefined)}
    >
      {!isRoot && <RootOnly />}
      <DescriptorFields fields={fields} stored={[]} disabled={!isRoot} />
    </CollapsedSection>
  );
}

/** Sends a message with what the form holds; the service's response is shown below the button. */
function SendTest({ kind, channel }: ChannelAccountProps) {
  const { t } = useTranslation("notices");
  const { getValues } = useFormContext<ChannelValues>();
  const test = useTestChannel();
  const run = (): void => {
    const { config, language } = getValues();
    const body = { type: kind.type, config: configTexts(config), language };
    test.mutate({ ...body, ...(channel && { id: channel.id }) });
  };
  return (
    <div>
      <Button variant="outlined" size="small" onClick={run} loading={test.isPending}>
        {t("test.run")}
      </Button>
      <Box aria-live="polite">
        {test.isSuccess && (
          <Alert severity="success" sx={{ mt: 1.5 }}>
            {t("test.sent")}
          </Alert>
        )}
        {test.isError && (
          <Alert severity="error" sx={{ mt: 1.5, overflowWrap: "anywhere" }}>
            {describeError(test.error)}
          </Alert>
        )}
      </Box>
    </div>
  );
}
