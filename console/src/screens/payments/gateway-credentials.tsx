import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import type { Gateway, GatewayKind } from "@tollgate/contract/payments";
import { useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { FormSection } from "../../design-system/form/form-section";
import { describeError } from "../../lib/describe-error";
import { configFields, configTexts } from "../../widgets/descriptor-form/config-fields";
import { DescriptorFields } from "../../widgets/descriptor-form/descriptor-fields";
import type { GatewayValues } from "./gateway-values";
import { useTestGateway } from "./gateways-queries";

interface GatewayCredentialsProps {
  kind: GatewayKind;
  gateway: Gateway | undefined;
}

/** The account at the gateway, and a test of it that changes nothing. */
export function GatewayCredentials({ kind, gateway }: GatewayCredentialsProps) {
  const { t } = useTranslation("payments");
  const reserved = new Set(kind.root_fields.map((name) => `config.${name}`));
  return (
    <FormSection title={t("section.credentials")} description={t("section.credentials_hint")}>
      <DescriptorFields
        key={kind.type}
        fields={configFields(kind.fields).filter(({ name }) => !reserved.has(name))}
        stored={storedSecrets(gateway)}
        storedHint={t("field.stored_hint")}
      />
      <CredentialTest kind={kind} gateway={gateway} />
    </FormSection>
  );
}

/** Paths of the secrets that the server holds. */
export const storedSecrets = (gateway: Gateway | undefined): string[] =>
  (gateway?.secrets ?? []).map((name) => `config.${name}`);

function CredentialTest({ kind, gateway }: GatewayCredentialsProps) {
  const { t } = useTranslation("payments");
  const { getValues } = useFormContext<GatewayValues>();
  const test = useTestGateway();
  const run = (): void => {
    const config = configTexts(getValues("config"));
    test.mutate({ type: kind.type, config, ...(gateway && { id: gateway.id }) });
  };
  return (
    <div>
      <Button variant="outlined" size="small" onClick={run} loading={test.isPending}>
        {t("test.run")}
      </Button>
      <Box aria-live="polite">
        {test.isSuccess && (
          <Alert severity="success" sx={{ mt: 1.5 }}>
            {t("test.passed")}
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
