import OpenInNewIcon from "@mui/icons-material/OpenInNew";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { Channel } from "@tollgate/contract/channels";
import type { ProviderDescriptor } from "@tollgate/contract/descriptor";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { FormSection } from "../../design-system/form/form-section";
import { SecretField } from "../../design-system/form/secret-field";
import { TextField } from "../../design-system/form/text-field";
import { useLanguage } from "../../lib/i18n/use-language";
import { DescriptorFields } from "../../widgets/descriptor-form/descriptor-fields";
import { ProviderIcon } from "../../widgets/provider-chip/provider-chip";
import { type ChannelValues, suggestedAddress, withoutEndpoint } from "./channel-values";
import { endpointNames } from "./endpoint-name";

interface ProviderHeaderProps {
  descriptor: ProviderDescriptor | undefined;
  type: number;
  onChange: () => void;
}

/** The form's provider, a link to its console, and a button to change it. */
export function ProviderHeader({ descriptor, type, onChange }: ProviderHeaderProps) {
  const { t } = useTranslation("channels");
  return (
    <Stack
      direction="row"
      sx={{
        alignItems: "center",
        gap: 1.5,
        p: 1.5,
        mb: 3,
        border: 1,
        borderColor: "divider",
        borderRadius: 1.5,
      }}
    >
      <ProviderIcon descriptor={descriptor} size={32} />
      <Stack sx={{ flex: 1, minWidth: 0 }}>
        <Typography sx={{ fontWeight: 500 }} noWrap>
          {descriptor?.label ?? `#${type}`}
        </Typography>
        {descriptor?.consoleUrl && (
          <Link href={descriptor.consoleUrl} target="_blank" rel="noreferrer" variant="body2">
            {t("editor.provider_console")}
            <OpenInNewIcon aria-hidden sx={{ fontSize: 13, ml: 0.5, verticalAlign: "-2px" }} />
          </Link>
        )}
      </Stack>
      <Button size="small" onClick={onChange}>
        {t("editor.change_provider")}
      </Button>
    </Stack>
  );
}

interface ConnectionSectionProps {
  descriptor: ProviderDescriptor | undefined;
  /** The channel as it is stored; undefined for a new one. */
  stored: Channel | undefined;
}

/** Name, key, address, and other connection fields of the provider. */
export function ConnectionSection({ descriptor, stored }: ConnectionSectionProps) {
  const { t } = useTranslation("channels");
  const { language, localize } = useLanguage();
  const needed = (descriptor?.fields ?? []).filter((field) => !isPluginField(field.name));
  const storedKeyHint = ({ key_count: count, key_hint: hint }: Channel) =>
    [t("field.key_count", { count }), hint && t("field.key_end", { hint })].filter(Boolean).join(" · ");
  return (
    <FormSection title={t("section.connection")}>
      {descriptor?.sandbox && <Alert severity="info">{t("editor.sandbox_note")}</Alert>}
      <TextField<ChannelValues> name="name" label={t("field.name")} required />
      <SecretField<ChannelValues>
        name="key"
        label={descriptor ? localize(descriptor.keyLabel) : t("field.key")}
        hint={<KeyHint descriptor={descriptor} stored={stored} />}
        required={!descriptor?.keyOptional}
        multiline
        autoFocus={!stored}
        isSet={stored !== undefined && stored.key_count > 0}
        {...(stored && stored.key_count > 0 && { setHint: storedKeyHint(stored) })}
        {...(descriptor?.keyFormat && { placeholder: descriptor.keyFormat })}
      />
      {!descriptor?.sandbox && <AddressField descriptor={descriptor} />}
      {stored && stored.unsupported_endpoints.length > 0 && (
        <Alert severity="info">
          {t("endpoints.note", { endpoints: endpointNames(t, language, stored.unsupported_endpoints) })}
        </Alert>
      )}
      <DescriptorFields fields={needed} stored={false} />
    </FormSection>
  );
}

function AddressField({ descriptor }: { descriptor: ProviderDescriptor | undefined }) {
  const { t } = useTranslation("channels");
  const { localize } = useLanguage();
  const suggested = suggestedAddress(descriptor);
  const entered = useWatch<ChannelValues, "base_url">({ name: "base_url" });
  const base = withoutEndpoint(entered, suggested);
  const own = descriptor?.baseUrlHint && localize(descriptor.baseUrlHint);
  const rule = suggested ? t("field.base_url_default", { url: suggested }) : t("field.base_url_required");
  // A provider with a sentence of its own may put more than a version in front of the endpoint.
  const mend =
    own && !/^https?:\/\/[^/]+(\/v\d+\w*)?$/.test(base ?? "")
      ? t("field.base_url_no_endpoint", { hint: own })
      : t("field.base_url_endpoint", { url: base });
  return (
    <TextField<ChannelValues>
      name="base_url"
      label={t("field.base_url")}
      hint={base === undefined ? (own ?? rule) : mend}
      required={suggested === ""}
      {...(suggested && { placeholder: suggested })}
      mono
    />
  );
}

/** True for the provider's plug-in options; they have their own section. */
export function isPluginField(name: string): boolean {
  return name.startsWith("plugin.");
}

function KeyHint({ descriptor, stored }: ConnectionSectionProps) {
  const { t } = useTranslation("channels");
  const { localize } = useLanguage();
  const hints = [
    stored && stored.key_count > 0 && t("field.key_replace_hint"),
    descriptor?.keyHint ? localize(descriptor.keyHint) : t("field.key_hint"),
    descriptor?.keyFormat && t("field.key_format", { format: descriptor.keyFormat }),
  ];
  return hints.filter(Boolean).join(" ");
}
