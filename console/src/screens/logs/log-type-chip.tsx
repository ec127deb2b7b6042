import Chip from "@mui/material/Chip";
import { logTypes } from "@tollgate/contract/logs";
import { useTranslation } from "react-i18next";

const typeKeys = {
  [logTypes.topUp]: "type.1",
  [logTypes.consumption]: "type.2",
  [logTypes.management]: "type.3",
  [logTypes.system]: "type.4",
} as const;

/** What kind of entry a row is. */
export function LogTypeChip({ type }: { type: number }) {
  const { t } = useTranslation("logs");
  const key = typeKeys[type as keyof typeof typeKeys] ?? "type.unknown";
  return <Chip size="small" variant="outlined" label={t(key)} />;
}
