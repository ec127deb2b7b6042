import Box from "@mui/material/Box";
import type { TokenClass } from "@tollgate/contract/cost";
import { useFormContext, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { NumberField } from "../../design-system/form/number-field";
import { AddMenu } from "./add-menu";
import { type SimulatorValues, usageClasses } from "./simulator-values";

/** How much of which class a simulated call uses: input and output, and every other one on demand. */
export function SimulatedUsage() {
  const { t } = useTranslation(["pricing", "price-explanation"]);
  const { control, setValue } = useFormContext<SimulatorValues>();
  const usage = useWatch({ control, name: "usage" });
  const named = usageClasses.filter((name) => usage[name] !== undefined);
  const labelOf = (name: TokenClass) => t(`price-explanation:class.${name}`);
  return (
    <>
      <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "1fr 1fr" } }}>
        {named.map((name) => (
          <NumberField<SimulatorValues, SimulatorValues>
            key={name}
            name={`usage.${name}`}
            label={labelOf(name)}
            integer
            min={0}
          />
        ))}
      </Box>
      <AddMenu
        label={t("simulator.add_class")}
        options={usageClasses
          .filter((name) => usage[name] === undefined)
          .map((name) => ({ key: name, label: labelOf(name) }))}
        onAdd={(name) => setValue("usage", { ...usage, [name]: 0 })}
      />
    </>
  );
}
