import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useId, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { usePhone } from "../../design-system/theme/use-phone";
import { compareModels, type ComparedModel, mergePicked, type ModelPresence } from "./compare-models";
import {
  generateMapping,
  type MappedName,
  type MappingRules,
  noRules,
  renameModels,
} from "./generate-mapping";
import { MappingRulesForm } from "./mapping-rules-form";
import { ModelPickerList } from "./model-picker-list";

interface ModelPickerDialogProps {
  /** What the channel has now. */
  current: readonly string[];
  /** What the provider offers. */
  offered: readonly string[];
  /** Names that the channel's mapping invents; never called removed. */
  mapped?: readonly string[];
  /** The channel's models, and the names that the rules gave to some of them. */
  onApply: (models: string[], mapping: readonly MappedName[]) => void;
  onClose: () => void;
}

type PresenceFilter = ModelPresence | "all";
const presenceFilters: PresenceFilter[] = ["all", "new", "existing", "removed"];

/** Picks from a provider's list: what is new, what is there, what the provider no longer names. */
export function ModelPickerDialog({
  current,
  offered,
  mapped = [],
  onApply,
  onClose,
}: ModelPickerDialogProps) {
  const { t } = useTranslation("model-picker");
  const phone = usePhone();
  const titleId = useId();
  const compared = useMemo(() => compareModels(current, offered, mapped), [current, offered, mapped]);
  const [picked, setPicked] = useState<ReadonlySet<string>>(() => new Set(current));
  const [search, setSearch] = useState("");
  const [presence, setPresence] = useState<PresenceFilter>("all");
  const [rules, setRules] = useState<MappingRules>(noRules);
  const [renaming, setRenaming] = useState(false);

  const shown = useMemo(() => narrow(compared, search, presence), [compared, search, presence]);
  const pick = (models: readonly ComparedModel[], on: boolean) =>
    setPicked((before) => {
      const next = new Set(before);
      for (const { name } of models) {
        if (on) next.add(name);
        else next.delete(name);
      }
      return next;
    });
  const invert = (models: readonly ComparedModel[]) =>
    setPicked((before) => {
      const next = new Set(before);
      for (const { name } of models) if (!next.delete(name)) next.add(name);
      return next;
    });
  // Only names the provider lists can be renamed; the channel's mapped names stay.
  const pairs = useMemo(() => {
    const forwarded = compared.filter(({ name, presence: place }) => picked.has(name) && place !== "removed");
    return renaming
      ? generateMapping(
          forwarded.map(({ name }) => name),
          rules,
        )
      : [];
  }, [compared, picked, rules, renaming]);
  const count = compared.filter((model) => picked.has(model.name)).length;

  return (
    <Dialog open onClose={onClose} fullScreen={phone} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t("title")}</DialogTitle>
      <DialogContent sx={{ display: "flex", flexDirection: "column", gap: 1.5, minHeight: 0 }}>
        <TextField
          autoFocus
          sx={{ mt: 0.5 }}
          placeholder={t("search")}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          slotProps={{ htmlInput: { "aria-label": t("search"), type: "search" } }}
        />
        <Stack direction="row" sx={{ gap: 0.75, flexWrap: "wrap", alignItems: "center" }}>
          {presenceFilters.map((name) => (
            <PresenceChip
              key={name}
              presence={name}
              count={narrow(compared, "", name).length}
              selected={presence === name}
              onSelect={() => setPresence(name)}
            />
          ))}
          {/* The three wrap together. */}
          <Stack direction="row" sx={{ ml: "auto", "& > *": { minWidth: 0, px: 1 } }}>
            <Button size="small" onClick={() => pick(shown, true)} disabled={shown.length === 0}>
              {t("select_all")}
            </Button>
            <Button size="small" onClick={() => pick(shown, false)} disabled={shown.length === 0}>
              {t("select_none")}
            </Button>
            <Button size="small" onClick={() => invert(shown)} disabled={shown.length === 0}>
              {t("select_invert")}
            </Button>
          </Stack>
        </Stack>
        <ModelPickerList models={shown} picked={picked} onPick={pick} />
        <Box>
          <Button size="small" aria-expanded={renaming} onClick={() => setRenaming(!renaming)}>
            {t("rules.title")}
          </Button>
          {renaming && (
            <Box sx={{ mt: 1 }}>
              <MappingRulesForm rules={rules} pairs={pairs} onChange={setRules} />
            </Box>
          )}
        </Box>
      </DialogContent>
      <DialogActions>
        <Typography variant="body2" sx={{ flex: 1, color: "text.secondary" }} aria-live="polite">
          {t("selected", { picked: count, total: compared.length })}
        </Typography>
        <Button variant="outlined" onClick={onClose}>
          {t("cancel")}
        </Button>
        <Button
          variant="contained"
          disabled={count === 0}
          onClick={() =>
            onApply(renameModels(mergePicked(current, compared, picked), pairs, rules.keepOriginal), pairs)
          }
        >
          {t("apply", { count })}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function narrow(models: readonly ComparedModel[], search: string, presence: PresenceFilter): ComparedModel[] {
  const text = search.trim().toLowerCase();
  return models.filter(
    (model) =>
      (presence === "all" || model.presence === presence) &&
      (text === "" || model.name.toLowerCase().includes(text)),
  );
}

interface PresenceChipProps {
  presence: PresenceFilter;
  count: number;
  selected: boolean;
  onSelect: () => void;
}

function PresenceChip({ presence, count, selected, onSelect }: PresenceChipProps) {
  const { t } = useTranslation("model-picker");
  if (count === 0 && presence !== "all") return null;
  const label = t(presence === "all" ? "all" : `presence_${presence}`);
  return (
    <Chip
      label={`${label} ${count}`}
      onClick={onSelect}
      color={selected ? "primary" : "default"}
      variant={selected ? "filled" : "outlined"}
      aria-pressed={selected}
    />
  );
}
