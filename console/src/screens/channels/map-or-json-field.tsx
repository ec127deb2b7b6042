import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { JsonField } from "../../design-system/form/json-field";
import { MapField } from "../../design-system/form/map-field";
import type { ChannelValues } from "./channel-values";
import { mappedModels } from "./channel-values";

interface MapOrJsonFieldProps {
  name: "model_mapping" | "model_headers";
  label: string;
  hint: string;
  keyLabel: string;
  valueLabel: string;
  jsonExample: string;
}

/** Pairs of text, edited as rows or as the JSON they are stored as. */
export function MapOrJsonField({ name, jsonExample, keyLabel, valueLabel, ...field }: MapOrJsonFieldProps) {
  const { t } = useTranslation("channels");
  const { control } = useFormContext<ChannelValues>();
  const text = useWatch({ control, name });
  const [asJson, setAsJson] = useState(false);
  // Rows cannot show text that is not a map and would lose it.
  const readable = text.trim() === "" || mappedModels(text).length > 0 || /^\s*\{\s*\}\s*$/.test(text);
  const json = asJson || !readable;
  return (
    <Box>
      {json ? (
        <JsonField<ChannelValues> name={name} {...field} placeholder={jsonExample} />
      ) : (
        <MapField<ChannelValues> name={name} {...field} keyLabel={keyLabel} valueLabel={valueLabel} asJson />
      )}
      <Button
        size="small"
        disabled={json && !readable}
        onClick={() => setAsJson(!json)}
        sx={{ mt: 0.5, ml: -1 }}
      >
        {t(json ? "field.as_rows" : "field.as_json")}
      </Button>
    </Box>
  );
}
