import MenuItem from "@mui/material/MenuItem";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import Box from "@mui/material/Box";
import { useTranslation } from "react-i18next";
import { JsonEditor } from "./json-editor";
import { schemaExample, toolsExample } from "./json-examples";
import { countSet, efforts, emptySettings, readSettings, type Settings, toolChoices } from "./settings";

interface SettingsPanelProps {
  settings: Settings;
  onChange: (settings: Settings) => void;
}

/** Settings of every prompt. Empty ones are not sent, so that the model's defaults apply. */
export function SettingsPanel({ settings, onChange }: SettingsPanelProps) {
  const { t } = useTranslation("playground");
  const { problems } = readSettings(settings);
  const set = (part: Partial<Settings>): void => onChange({ ...settings, ...part });
  const number = (name: "temperature" | "topP" | "maxTokens" | "seed") => {
    const problem = problems[name];
    return (
      <TextField
        label={t(`settings.${name}`)}
        value={settings[name]}
        placeholder={t("settings.default")}
        onChange={(event) => set({ [name]: event.target.value })}
        error={problem !== undefined}
        helperText={problem && t(`settings.problem.${problem.key}`, problem.params ?? {})}
        slotProps={{
          inputLabel: { shrink: true },
          htmlInput: { inputMode: name === "temperature" || name === "topP" ? "decimal" : "numeric" },
        }}
      />
    );
  };
  return (
    <Stack sx={{ gap: 2 }}>
      <TextField
        label={t("settings.system")}
        value={settings.system}
        placeholder={t("settings.systemHint")}
        onChange={(event) => set({ system: event.target.value })}
        multiline
        minRows={3}
        maxRows={14}
        slotProps={{ inputLabel: { shrink: true } }}
      />
      <Stack direction="row" sx={{ alignItems: "center", justifyContent: "space-between", minHeight: 32 }}>
        <Typography variant="subtitle2" component="h2">
          {t("settings.parameters")}
        </Typography>
        {countSet(settings) > 0 && (
          <Button size="small" onClick={() => onChange({ ...emptySettings, system: settings.system })}>
            {t("settings.reset")}
          </Button>
        )}
      </Stack>
      <Box sx={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: 2 }}>
        {number("temperature")}
        {number("topP")}
        {number("maxTokens")}
        {number("seed")}
      </Box>
      <Choice
        label={t("settings.effort")}
        value={settings.effort}
        options={efforts}
        onChange={(effort) => set({ effort })}
      />
      <TextField
        label={t("settings.stop")}
        value={settings.stop}
        onChange={(event) => set({ stop: event.target.value })}
        error={problems.stop !== undefined}
        helperText={
          problems.stop
            ? t(`settings.problem.${problems.stop.key}`, problems.stop.params ?? {})
            : t("settings.stopHint")
        }
        multiline
        maxRows={4}
        slotProps={{ inputLabel: { shrink: true } }}
      />
      <TextField
        select
        label={t("settings.format")}
        value={settings.format}
        onChange={(event) => set({ format: event.target.value as Settings["format"] })}
        slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
      >
        <MenuItem value="">{t("settings.formatText")}</MenuItem>
        <MenuItem value="json_object">{t("settings.formatJson")}</MenuItem>
        <MenuItem value="json_schema">{t("settings.formatSchema")}</MenuItem>
      </TextField>
      {settings.format === "json_schema" && (
        <JsonEditor
          label={t("settings.schema")}
          hint={t("settings.schemaHint")}
          value={settings.schema}
          example={schemaExample}
          problem={problems.schema}
          onChange={(schema) => set({ schema })}
        />
      )}
      <JsonEditor
        label={t("settings.tools")}
        hint={t("settings.toolsHint")}
        value={settings.tools}
        example={toolsExample}
        problem={problems.tools}
        onChange={(tools) => set({ tools })}
      />
      {settings.tools.trim() !== "" && (
        <Choice
          label={t("settings.toolChoice")}
          value={settings.toolChoice}
          options={toolChoices}
          onChange={(toolChoice) => set({ toolChoice })}
        />
      )}
    </Stack>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  options: readonly string[];
  onChange: (value: string) => void;
}

/** Field names of the request, so they are the same in every language. */
function Choice({ label, value, options, onChange }: ChoiceProps) {
  const { t } = useTranslation("playground");
  return (
    <TextField
      select
      label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
    >
      <MenuItem value="">{t("settings.default")}</MenuItem>
      {options.map((option) => (
        <MenuItem key={option} value={option}>
          {option}
        </MenuItem>
      ))}
    </TextField>
  );
}
