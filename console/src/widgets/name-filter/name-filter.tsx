import Autocomplete from "@mui/material/Autocomplete";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { useQuery } from "@tanstack/react-query";
import type { LogName, LogNameField } from "@tollgate/contract/logs";
import { useDeferredValue, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ListFilter } from "../../design-system/list-toolbar/list-filter";
import { useDesignTexts } from "../../design-system/texts/design-texts";
import { logNamesQuery } from "./names-query";

interface NameFilterOptions {
  field: LogNameField;
  /** Name of the filter in the list's state. */
  name: string;
  label: string;
  /** As the server takes it; empty: not set. */
  value: string;
  onChange: (value: string) => void;
  everybody: boolean;
  /** The server takes beginnings with a star, too. */
  beginnings: boolean;
}

/** A filter by name: a picker that suggests names, and beginnings with a star where the server takes them; channels are kept by their id. */
export function useNameFilter(options: NameFilterOptions): ListFilter {
  const { t } = useTranslation("name-filter");
  const { field, name, label, value, onChange, everybody } = options;
  const byId = field === "channel";
  const named = useQuery({ ...logNamesQuery(everybody, field, value), enabled: byId && value !== "" });
  const words = (): string => {
    if (!byId) return value.endsWith("*") ? t("begins", { text: value.slice(0, -1) }) : value;
    return named.data?.find((one) => one.value === value)?.label ?? `#${value}`;
  };
  return {
    kind: "custom",
    name,
    label,
    summary: value === "" ? undefined : words(),
    onClear: () => onChange(""),
    content: (close, onDraft) => (
      <NameFields
        {...options}
        key={value}
        onChoose={(chosen) => {
          onChange(chosen);
          close();
        }}
        onDraft={onDraft}
      />
    ),
  };
}

interface NameFieldsProps extends NameFilterOptions {
  onChoose: (value: string) => void;
  onDraft: ((apply: (() => void) | undefined) => void) | undefined;
}

function NameFields(props: NameFieldsProps) {
  const { field, label, value, everybody, beginnings, onChange, onChoose, onDraft } = props;
  const { t } = useTranslation("name-filter");
  const texts = useDesignTexts();
  const byId = field === "channel";
  const hint = byId ? "channel_hint" : beginnings ? "name_hint" : "whole_hint";
  const [text, setText] = useState(byId ? "" : value);
  const [chosen, setChosen] = useState(value);
  const part = text.replace(/\*$/, "").trim();
  const names = useQuery(logNamesQuery(everybody, field, useDeferredValue(part)));
  const found = names.data ?? [];
  // Prefixes apply to names, not to numeric ids.
  const beginning: LogName[] =
    part === "" || byId || !beginnings ? [] : [{ value: `${part}*`, label: t("begins", { text: part }) }];

  const take = (next: string): void => {
    setChosen(next);
    if (onDraft) onDraft(() => onChange(next));
    else onChoose(next);
  };
  return (
    <Stack
      component="form"
      direction="row"
      spacing={1}
      sx={{ alignItems: "flex-start" }}
      onSubmit={(event) => {
        event.preventDefault();
        take(chosen);
      }}
    >
      <Autocomplete<LogName, false, false, true>
        freeSolo
        openOnFocus
        fullWidth
        options={[...beginning, ...found]}
        filterOptions={(options) => options}
        getOptionLabel={(option) => (typeof option === "string" ? option : option.label)}
        isOptionEqualToValue={(option, other) =>
          typeof option !== "string" && typeof other !== "string" && option.value === other.value
        }
        loading={names.isFetching}
        inputValue={text}
        onInputChange={(_event, next, reason) => {
          if (reason === "reset") return;
          setText(next);
          if (byId) return;
          setChosen(next.trim());
          onDraft?.(() => onChange(next.trim()));
        }}
        onChange={(_event, option) => {
          if (option === null) return;
          const next = typeof option === "string" ? option.trim() : option.value;
          // A channel is chosen from the list, not typed.
          if (byId && typeof option === "string") return;
          setText(typeof option === "string" ? option : option.label);
          take(next);
        }}
        renderOption={({ key: _key, ...props }, option) => (
          <li {...props} key={option.value} title={option.label}>
            <span style={{ overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap", flex: 1 }}>
              {option.label}
            </span>
            {byId && <small style={{ opacity: 0.7, paddingLeft: 8 }}>{`#${option.value}`}</small>}
          </li>
        )}
        renderInput={(params) => (
          <TextField
            {...params}
            autoFocus={onDraft === undefined}
            placeholder={t(hint)}
            slotProps={{
              ...params.slotProps,
              htmlInput: { ...params.slotProps.htmlInput, "aria-label": label },
            }}
          />
        )}
        sx={{ width: onDraft ? "100%" : 260 }}
      />
      {onDraft === undefined && !byId && (
        <Button type="submit" variant="contained">
          {texts.apply}
        </Button>
      )}
    </Stack>
  );
}
