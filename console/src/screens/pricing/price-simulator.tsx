import Autocomplete from "@mui/material/Autocomplete";
import Box from "@mui/material/Box";
import TextField from "@mui/material/TextField";
import { useMutation, useQuery } from "@tanstack/react-query";
import { listChannels } from "@tollgate/contract/channels";
import { simulatedCall, simulatePrice } from "@tollgate/contract/price-simulation";
import { listUsers } from "@tollgate/contract/users";
import { FormProvider, type Resolver, useForm, useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { FormSection } from "../../design-system/form/form-section";
import { ListField } from "../../design-system/form/list-field";
import { SelectField } from "../../design-system/form/select-field";
import { TextField as FormTextField } from "../../design-system/form/text-field";
import { useField } from "../../design-system/form/use-field";
import { SidePanel } from "../../design-system/side-panel/side-panel";
import { call } from "../../lib/api-client";
import { applyServerErrors } from "../../lib/forms/apply-server-errors";
import { formResolver } from "../../lib/forms/form-resolver";
import { groupSymbolsQuery } from "../../widgets/group-select/group-queries";
import { RemoteChoice } from "../../widgets/remote-choice/remote-choice";
import { SimulatedUsage } from "./simulated-usage";
import { SimulationResult } from "./simulation-result";
import { newSimulation, simulatedCallOf, type SimulatorValues } from "./simulator-values";

const resolver = formResolver(simulatedCall) as unknown as Resolver<SimulatorValues>;
const suggestionLimit = 100;

/** Price simulator: describes and prices a call without making it. */
export function PriceSimulator({ names, onClose }: { names: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation("pricing");
  const form = useForm<SimulatorValues>({ defaultValues: newSimulation, resolver });
  const simulation = useMutation({
    mutationFn: (values: SimulatorValues) => call(simulatePrice, { body: simulatedCallOf(values) }),
    meta: { formErrors: true },
  });
  const submit = form.handleSubmit(async (values) => {
    try {
      await simulation.mutateAsync(values);
    } catch (error) {
      applyServerErrors(error, form.setError);
    }
  });

  return (
    <SidePanel
      open
      title={t("simulator.title")}
      subtitle={t("simulator.subtitle")}
      onClose={onClose}
      onSubmit={(event) => void submit(event)}
      submitting={simulation.isPending}
      submitLabel={t("simulator.submit")}
    >
      <FormProvider {...form}>
        <FormSection title={t("simulator.who")}>
          <ModelChoice names={names} />
          <Caller />
        </FormSection>
        <FormSection title={t("simulator.usage")} description={t("simulator.usage_hint")}>
          <SimulatedUsage />
          <Box
            sx={{ display: "grid", gap: 2, gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "1fr 1fr 1fr" } }}
          >
            {(["service_tier", "size", "quality"] as const).map((name) => (
              <FormTextField<SimulatorValues> key={name} name={name} label={t(`rules.condition.${name}`)} />
            ))}
          </Box>
          <ListField<SimulatorValues>
            name="paid_fields"
            label={t("simulator.paid_fields")}
            hint={t("simulator.paid_fields_hint")}
          />
        </FormSection>
        {simulation.data && <SimulationResult result={simulation.data} />}
      </FormProvider>
    </SidePanel>
  );
}

function ModelChoice({ names }: { names: readonly string[] }) {
  const { t } = useTranslation("pricing");
  const { field, helper, invalid } = useField<SimulatorValues, SimulatorValues>({
    name: "model",
    label: t("field.model"),
  });
  return (
    <Autocomplete
      freeSolo
      options={names}
      filterOptions={(options, { inputValue }) => {
        const text = inputValue.trim().toLowerCase();
        return options.filter((name) => name.toLowerCase().includes(text)).slice(0, suggestionLimit);
      }}
      inputValue={typeof field.value === "string" ? field.value : ""}
      onInputChange={(_event, next) => field.onChange(next)}
      renderInput={(params) => (
        <TextField
          {...params}
          inputRef={field.ref}
          onBlur={field.onBlur}
          label={t("field.model")}
          required
          error={invalid}
          helperText={helper}
        />
      )}
    />
  );
}

/** User and channel of the simulated call. */
function Caller() {
  const { t } = useTranslation("pricing");
  const { setValue } = useFormContext<SimulatorValues>();
  const groups = useQuery(groupSymbolsQuery);
  return (
    <>
      <RemoteChoice
        name="users"
        label={t("simulator.user")}
        hint={t("simulator.user_hint")}
        search={async (keyword, signal) => {
          const page = await call(listUsers, { query: { keyword, size: 20 }, signal });
          return page.data.map(({ id, username, group }) => ({ id, label: username, detail: group }));
        }}
        onChoose={(id) => setValue("user_id", id)}
      />
      <SelectField<SimulatorValues>
        name="group"
        label={t("simulator.group")}
        placeholder={t("simulator.group_own")}
        options={[
          { value: "", label: t("simulator.group_own") },
          ...(groups.data ?? []).map((symbol) => ({ value: symbol, label: symbol })),
        ]}
      />
      <RemoteChoice
        name="channels"
        label={t("simulator.channel")}
        hint={t("simulator.channel_hint")}
        search={async (keyword, signal) => {
          const page = await call(listChannels, { query: { keyword, size: 20 }, signal });
          return page.data.map(({ id, name }) => ({ id, label: name, detail: `#${id}` }));
        }}
        onChoose={(id) => setValue("channel_id", id)}
      />
    </>
  );
}
