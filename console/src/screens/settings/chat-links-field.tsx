import AddIcon from "@mui/icons-material/Add";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import FormHelperText from "@mui/material/FormHelperText";
import Stack from "@mui/material/Stack";
import type { ChatLink } from "@tollgate/contract/site-info";
import { useState } from "react";
import { useController, useFormState } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { ChatLinkRow } from "./chat-link-row";
import { JsonText } from "./json-text";
import type { SectionValues } from "./setting-values";

interface ChatLinksFieldProps {
  name: `values.${string}`;
  label: string;
  hint: string;
  disabled: boolean;
}

/** Chat links as rows, larger sort first, or as the JSON that One API clients use. */
export function ChatLinksField({ name, label, hint, disabled }: ChatLinksFieldProps) {
  const { t } = useTranslation("settings");
  const { field } = useController<SectionValues>({ name });
  const [asJson, setAsJson] = useState(false);
  // Text that is not a list stays in the form, so that the schema rejects it.
  const links = Array.isArray(field.value) ? (field.value as ChatLink[]) : undefined;
  const json = asJson || links === undefined;
  const bySort = (list: ChatLink[]): ChatLink[] => [...list].sort((a, b) => b.sort - a.sort);
  const change = (index: number, part: Partial<ChatLink>): void =>
    field.onChange(links?.map((link, at) => (at === index ? { ...link, ...part } : link)));
  const add = (): void => {
    const top = Math.max(0, ...(links ?? []).map((link) => link.sort || 0));
    field.onChange([{ name: "", url: "", show: true, sort: top + 1 }, ...(links ?? [])]);
  };

  return (
    <Box role="group" aria-label={label}>
      {json ? (
        <JsonText
          label={t("chat.json")}
          value={field.value}
          onChange={field.onChange}
          isReadable={Array.isArray}
          disabled={disabled}
        />
      ) : (
        <Stack sx={{ gap: 2 }}>
          {links.map((link, index) => (
            <ChatLinkRow
              // Rows have no id; errors refer to their index.
              key={index}
              name={name}
              index={index}
              link={link}
              disabled={disabled}
              onChange={(part) => change(index, part)}
              onSettled={() => field.onChange(bySort(links))}
              onRemove={() => field.onChange(links.filter((_, at) => at !== index))}
            />
          ))}
        </Stack>
      )}
      <ListProblem name={name} />
      <FormHelperText sx={{ mx: 0 }}>{hint}</FormHelperText>
      <Stack direction="row" sx={{ gap: 1, mt: 1.5 }}>
        {!json && (
          <Button size="small" variant="outlined" startIcon={<AddIcon />} onClick={add} disabled={disabled}>
            {t("chat.add")}
          </Button>
        )}
        <Button size="small" onClick={() => setAsJson(!asJson)} disabled={links === undefined}>
          {t(json ? "chat.as_rows" : "chat.as_json")}
        </Button>
      </Stack>
    </Box>
  );
}

/** The problem of the list itself; those of a row are in the row. */
function ListProblem({ name }: { name: `values.${string}` }) {
  const { errors } = useFormState<SectionValues>();
  const key = name.slice("values.".length);
  const problem = errors.values?.[key] as { message?: unknown } | undefined;
  if (typeof problem?.message !== "string") return null;
  return (
    <FormHelperText error sx={{ mx: 0 }}>
      {problem.message}
    </FormHelperText>
  );
}
