import Autocomplete from "@mui/material/Autocomplete";
import TextField from "@mui/material/TextField";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

export interface RemoteOption {
  id: number;
  label: string;
  /** Quieter words beside the label. */
  detail?: string;
}

interface RemoteChoiceProps {
  label: string;
  hint?: string;
  /** Names the list in the cache. */
  name: string;
  /** The first rows that a keyword finds. */
  search: (keyword: string, signal: AbortSignal) => Promise<RemoteOption[]>;
  /** The initial choice. */
  initial?: RemoteOption | undefined;
  onChoose: (id: number, option: RemoteOption | null) => void;
}

/** One row of a list that is searched at the server; empty means none. */
export function RemoteChoice({ label, hint, name, search, initial, onChoose }: RemoteChoiceProps) {
  const [chosen, setChosen] = useState<RemoteOption | null>(initial ?? null);
  const [typed, setTyped] = useState(initial?.label ?? "");
  const [opened, setOpened] = useState(false);
  const keyword = typed === chosen?.label ? "" : typed.trim();
  const found = useQuery({
    queryKey: ["choices", name, keyword],
    queryFn: ({ signal }) => search(keyword, signal),
    // Requests nothing until the field is opened.
    enabled: opened,
    staleTime: 30_000,
    placeholderData: (before) => before,
  });
  return (
    <Autocomplete
      options={found.data ?? []}
      onOpen={() => setOpened(true)}
      value={chosen}
      onChange={(_event, next) => {
        setChosen(next);
        onChoose(next?.id ?? 0, next);
      }}
      inputValue={typed}
      onInputChange={(_event, next) => setTyped(next)}
      // The server has filtered already.
      filterOptions={(options) => options}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      getOptionLabel={(option) => option.label}
      getOptionKey={(option) => option.id}
      loading={found.isFetching}
      renderOption={({ key, ...props }, option) => (
        <li key={key} {...props}>
          {option.label}
          {option.detail && <small style={{ marginInlineStart: 8, opacity: 0.7 }}>{option.detail}</small>}
        </li>
      )}
      renderInput={(params) => <TextField {...params} label={label} helperText={hint} />}
    />
  );
}
