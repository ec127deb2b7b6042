import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import type { UserGroup } from "@tollgate/contract/groups";
import type { FieldValues } from "react-hook-form";
import type { FieldProps } from "../../design-system/form/field-props";
import { SelectField } from "../../design-system/form/select-field";
import { formatRatio } from "../../lib/format-number";

interface GroupSelectProps<T extends FieldValues, Output> extends FieldProps<T, Output> {
  /** Groups to choose from, by symbol. */
  groups: Record<string, UserGroup>;
  /** Words for the empty choice: "Own group", "None". */
  emptyLabel: string;
}

/** One user group, each with the ratio that multiplies every price; a value that is no longer allowed stays visible. */
export function GroupSelect<T extends FieldValues, Output = T>({
  groups,
  emptyLabel,
  ...field
}: GroupSelectProps<T, Output>) {
  const options = Object.values(groups)
    .sort((a, b) => a.ratio - b.ratio || a.symbol.localeCompare(b.symbol))
    .map((group) => ({ value: group.symbol, label: <GroupLabel group={group} /> }));
  return (
    <SelectField<T, Output>
      {...field}
      placeholder={emptyLabel}
      options={[{ value: "", label: emptyLabel }, ...options]}
    />
  );
}

function GroupLabel({ group }: { group: UserGroup }) {
  return (
    <Stack direction="row" component="span" sx={{ justifyContent: "space-between", gap: 2, width: "100%" }}>
      <span>{group.name || group.symbol}</span>
      <Box component="span" sx={{ color: "text.secondary" }}>
        {formatRatio(group.ratio)}
      </Box>
    </Stack>
  );
}
