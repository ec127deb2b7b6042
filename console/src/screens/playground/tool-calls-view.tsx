import BuildOutlinedIcon from "@mui/icons-material/BuildOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useTranslation } from "react-i18next";
import { MonoText } from "../../design-system/mono-text/mono-text";
import { monoFont } from "../../design-system/theme/tokens";
import { CodeBlock } from "./code-block";
import type { ToolCall } from "./conversation";
import { parseJson } from "./read-chunk";

interface ToolCallsViewProps {
  calls: readonly ToolCall[];
  /** The model waits for the results. */
  awaited: boolean;
  onResult: (index: number, result: string) => void;
  onSend: () => void;
}

/** The tools that a model calls, and a field for what each of them would return. */
export function ToolCallsView({ calls, awaited, onResult, onSend }: ToolCallsViewProps) {
  const { t } = useTranslation("playground");
  const complete = calls.every(({ result }) => (result ?? "").trim() !== "");
  return (
    <Stack sx={{ gap: 1.5, my: 1.5 }}>
      {calls.map((call, index) => (
        <Box
          // oxlint-disable-next-line react/no-array-index-key -- ids come from the model and may be missing
          key={index}
          sx={{ border: 1, borderColor: "divider", borderRadius: 1, p: 1.5, bgcolor: "background.paper" }}
        >
          <Stack direction="row" sx={{ alignItems: "center", gap: 1, mb: 1 }}>
            <BuildOutlinedIcon sx={{ fontSize: 16, color: "text.secondary" }} />
            <Typography variant="subtitle2" sx={{ minWidth: 0, overflowWrap: "anywhere" }}>
              {t("tool.calls")} <MonoText>{call.name || "?"}</MonoText>
            </Typography>
          </Stack>
          <CodeBlock code={pretty(call.arguments)} language="json" label={t("tool.arguments")} />
          {(awaited || call.result !== undefined) && (
            <TextField
              label={t("tool.result")}
              placeholder={t("tool.resultHint")}
              value={call.result ?? ""}
              disabled={!awaited}
              onChange={(event) => onResult(index, event.target.value)}
              multiline
              minRows={2}
              maxRows={10}
              slotProps={{
                inputLabel: { shrink: true },
                htmlInput: { style: { fontFamily: monoFont, fontSize: 13, lineHeight: "20px" } },
              }}
            />
          )}
        </Box>
      ))}
      {awaited && (
        <Box>
          <Button size="small" variant="contained" disabled={!complete} onClick={onSend}>
            {t("tool.send")}
          </Button>
        </Box>
      )}
    </Stack>
  );
}

/** Arguments come in pieces: until they are whole, and where they never are, they are shown as they came. */
function pretty(text: string): string {
  const value = parseJson(text);
  return value === undefined ? text : JSON.stringify(value, null, 2);
}
