import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import type { ServiceTest, TestedService } from "@tollgate/contract/setting-endpoints";
import { Fragment } from "react";
import { useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { MonoText } from "../../design-system/mono-text/mono-text";
import { applyServerErrors } from "../../lib/forms/apply-server-errors";
import type { SectionValues } from "./setting-values";
import { useTestService } from "./settings-queries";

/** Tests the service with the form's values, saved or not, and shows its response. */
export function ServiceCheck({ service }: { service: TestedService }) {
  const { t } = useTranslation("settings");
  const form = useFormContext<SectionValues>();
  const test = useTestService(service);
  const run = async (): Promise<void> => {
    const { values } = form.getValues();
    try {
      await test.mutateAsync(values);
    } catch (error) {
      applyServerErrors(error, form.setError);
    }
  };
  return (
    <Box sx={{ mt: 2.5 }}>
      <Button variant="outlined" size="small" loading={test.isPending} onClick={() => void run()}>
        {t(`test.${service}.button`)}
      </Button>
      <Box role="status">{test.data && <Outcome service={service} result={test.data} />}</Box>
    </Box>
  );
}

function Outcome({ service, result }: { service: TestedService; result: ServiceTest }) {
  const { t } = useTranslation("settings");
  const { fault, status, facts } = result;
  const names = Object.keys(facts);
  return (
    <Alert
      severity={fault === null ? "success" : "error"}
      sx={{ mt: 1.5, "& .MuiAlert-message": { minWidth: 0, width: "100%" } }}
    >
      {fault === null ? t(`test.${service}.passed`) : t(`test.fault.${fault}`, { status })}
      {names.length > 0 && (
        <Box
          component="dl"
          sx={{
            m: 0,
            mt: 1,
            display: "grid",
            columnGap: 2,
            rowGap: { xs: 0, sm: 0.5 },
            gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "max-content minmax(0, 1fr)" },
          }}
        >
          {names.map((name) => (
            <Fragment key={name}>
              <Typography component="dt" variant="caption" sx={{ color: "text.secondary" }}>
                {name}
              </Typography>
              <Box component="dd" sx={{ m: 0, minWidth: 0, overflowWrap: "anywhere" }}>
                <MonoText wrap>{facts[name]}</MonoText>
              </Box>
            </Fragment>
          ))}
        </Box>
      )}
    </Alert>
  );
}
