import Box from "@mui/material/Box";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useTranslation } from "react-i18next";
import { monoFont } from "../../design-system/theme/tokens";
import type { MappedName, MappingRules } from "./generate-mapping";

const previewShown = 5;

interface MappingRulesFormProps {
  rules: MappingRules;
  pairs: readonly MappedName[];
  onChange: (rules: MappingRules) => void;
}

/** Rules that give the picked models other names for callers, with a preview of the pairs. */
export function MappingRulesForm({ rules, pairs, onChange }: MappingRulesFormProps) {
  const { t } = useTranslation("model-picker");
  const set = (change: Partial<MappingRules>) => onChange({ ...rules, ...change });
  return (
    <Stack sx={{ gap: 1 }}>
      <Stack direction={{ xs: "column", sm: "row" }} sx={{ gap: 1 }}>
        {(["prefix", "suffix"] as const).map((name) => (
          <TextField
            key={name}
            size="small"
            fullWidth
            label={t(`rules.${name}`)}
            value={rules[name]}
            onChange={(event) => set({ [name]: event.target.value })}
          />
        ))}
      </Stack>
      <Stack sx={{ flexDirection: "row", flexWrap: "wrap", columnGap: 2 }}>
        {(["lowerCase", "billRequested", "keepOriginal"] as const).map((name) => (
          <FormControlLabel
            key={name}
            label={<Typography variant="body2">{t(`rules.${name}`)}</Typography>}
            control={
              <Checkbox checked={rules[name]} onChange={(event) => set({ [name]: event.target.checked })} />
            }
          />
        ))}
      </Stack>
      {pairs.length > 0 && (
        <Box component="ul" aria-label={t("rules.preview")} sx={{ m: 0, p: 0, listStyle: "none" }}>
          {pairs.slice(0, previewShown).map(({ requested, forwarded }) => (
            <Box
              component="li"
              key={requested}
              sx={{ fontFamily: monoFont, fontSize: 12, overflowWrap: "anywhere", color: "text.secondary" }}
            >
              {requested} → {forwarded}
            </Box>
          ))}
          {pairs.length > previewShown && (
            <Typography component="li" variant="caption" sx={{ color: "text.secondary" }}>
              {t("rules.more", { count: pairs.length - previewShown })}
            </Typography>
          )}
        </Box>
      )}
    </Stack>
  );
}
