import Box from "@mui/material/Box";
import { type SettingKind, settingSections } from "@tollgate/contract/setting-definition";
import type { SettingRow } from "@tollgate/contract/setting-endpoints";
import { type SettingKey, settingDefinition } from "@tollgate/contract/settings";
import { useTranslation } from "react-i18next";
import { AmountField } from "../../design-system/amount-field/amount-field";
import { ListField } from "../../design-system/form/list-field";
import { NumberField } from "../../design-system/form/number-field";
import { SwitchField } from "../../design-system/form/switch-field";
import { TextField } from "../../design-system/form/text-field";
import { useQuotaFormat } from "../../lib/site-info/site-info";
import { ChatLinksField } from "./chat-links-field";
import { DiscountsField } from "./discounts-field";
import { LinesField } from "./lines-field";
import { MarkupField } from "./markup-field";
import { SecretSetting } from "./secret-setting";
import type { SectionValues } from "./setting-values";

/** Kinds that take the whole width of a card. */
const wideKinds: ReadonlySet<SettingKind> = new Set([
  "switch",
  "words",
  "phrases",
  "markup",
  "discounts",
  "chat_links",
]);

/** Id of a setting's place on the page, for the search and for links. */
export function settingId(key: SettingKey): string {
  return `setting-${key}`;
}

interface SettingFieldProps {
  settingKey: SettingKey;
  row: SettingRow | undefined;
  disabled: boolean;
}

/** One setting as the field of its kind, with its hint below. */
export function SettingField(props: SettingFieldProps) {
  const { kind } = settingDefinition(props.settingKey);
  return (
    <Box
      id={settingId(props.settingKey)}
      sx={{
        minWidth: 0,
        scrollMarginTop: "calc(var(--banner-height, 0px) + var(--header-height, 64px) + 72px)",
        ...(wideKinds.has(kind) && { gridColumn: "1 / -1" }),
      }}
    >
      <FieldOfKind {...props} />
    </Box>
  );
}

function FieldOfKind({ settingKey, row, disabled }: SettingFieldProps) {
  const { t } = useTranslation("settings");
  const { quotaPerUnit, displayInCurrency } = useQuotaFormat();
  const { kind, unit, section, secret } = settingDefinition(settingKey);
  const common = {
    name: `values.${settingKey}` as const,
    label: t(`fields.${settingKey}.label`),
    hint: t(`fields.${settingKey}.hint`),
    disabled,
  };
  if (secret) return <SecretSetting {...common} isSet={row?.is_set ?? false} />;
  switch (kind) {
    case "switch":
      return <SwitchField<SectionValues> {...common} />;
    case "number":
      return <NumberField<SectionValues> {...common} {...(unit && { unit: t(`units.${unit}`) })} />;
    case "amount":
      return (
        <AmountField<SectionValues>
          {...common}
          quotaPerUnit={quotaPerUnit}
          defaultUnit={displayInCurrency ? "dollars" : "quota"}
        />
      );
    case "words":
      return <ListField<SectionValues> {...common} />;
    case "phrases":
      return <LinesField {...common} />;
    case "markup":
      return <MarkupField {...common} />;
    case "discounts":
      return <DiscountsField {...common} />;
    case "chat_links":
      return <ChatLinksField {...common} />;
    default:
      // Monospace: credentials and addresses are compared letter by letter.
      return (
        <TextField<SectionValues>
          {...common}
          mono={kind === "address" || settingSections[section] === "system"}
        />
      );
  }
}
