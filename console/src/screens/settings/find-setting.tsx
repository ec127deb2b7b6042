import SearchIcon from "@mui/icons-material/Search";
import Autocomplete from "@mui/material/Autocomplete";
import Box from "@mui/material/Box";
import InputAdornment from "@mui/material/InputAdornment";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { type SettingKey, settingDefinition } from "@tollgate/contract/settings";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type FoundSetting, searchSettings } from "./search-settings";

/** Finds a setting by its name, its help, its section or its key, and opens it. */
export function FindSetting({ onChoose }: { onChoose: (key: SettingKey) => void }) {
  const { t } = useTranslation("settings");
  const [typed, setTyped] = useState("");
  return (
    <Autocomplete<FoundSetting>
      options={searchSettings(typed)}
      value={null}
      inputValue={typed}
      onInputChange={(_event, next, reason) => setTyped(reason === "input" ? next : "")}
      onChange={(_event, found) => found && onChoose(found.key)}
      // The list would cover the page, so it opens with the first letter.
      open={typed.trim() !== ""}
      blurOnSelect
      // Inside the page's landmarks, for screen readers.
      disablePortal
      autoHighlight
      forcePopupIcon={false}
      getOptionLabel={(found) => found.label}
      getOptionKey={(found) => found.key}
      // `searchSettings` has filtered already.
      filterOptions={(all) => all}
      noOptionsText={t("find.nothing")}
      renderOption={({ key: _key, ...props }, found) => (
        <Box component="li" key={found.key} {...props} sx={{ display: "block !important" }}>
          <Typography>{found.label}</Typography>
          <Typography variant="caption" component="div" sx={{ color: "text.secondary" }}>
            {t(`tabs.${found.tab}`)} · {found.section}
            {settingDefinition(found.key).root && ` · ${t("find.root")}`}
          </Typography>
        </Box>
      )}
      renderInput={(params) => (
        <TextField
          {...params}
          placeholder={t("find.placeholder")}
          slotProps={{
            ...params.slotProps,
            htmlInput: { ...params.slotProps.htmlInput, "aria-label": t("find.placeholder") },
            input: {
              ...params.slotProps.input,
              startAdornment: (
                <InputAdornment position="start" sx={{ ml: 0.75, mr: 0 }}>
                  <SearchIcon fontSize="small" />
                </InputAdornment>
              ),
            },
          }}
        />
      )}
      sx={{ width: { xs: "100%", sm: 320 } }}
    />
  );
}
