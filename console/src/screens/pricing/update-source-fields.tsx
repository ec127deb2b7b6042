import UploadFileOutlinedIcon from "@mui/icons-material/UploadFileOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import Typography from "@mui/material/Typography";
import { type PriceListSource, priceListMax } from "@tollgate/contract/price-updates";
import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { localStore } from "../../lib/local-store";
import { listAddresses } from "./list-addresses";

type Kind = PriceListSource["source"];

interface UpdateSourceFieldsProps {
  checking: boolean;
  onCheck: (list: PriceListSource) => void;
  /** Another source was chosen: what was compared before no longer belongs to it. */
  onChange: () => void;
}

/** Where the list comes from: the bundled price book, an address or a file. */
export function UpdateSourceFields({ checking, onCheck, onChange }: UpdateSourceFieldsProps) {
  const { t } = useTranslation("pricing");
  const [kind, setKind] = useState<Kind>("book");
  const choose = (next: Kind | null) => {
    if (!next || next === kind) return;
    setKind(next);
    onChange();
  };
  return (
    <Stack sx={{ gap: 2 }}>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={kind}
        aria-label={t("updates.source")}
        onChange={(_event, next: Kind | null) => choose(next)}
      >
        {(["book", "address", "file"] as const).map((name) => (
          <ToggleButton key={name} value={name}>
            {t(`updates.source_${name}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {kind === "book" && (
        <Stack direction="row" sx={{ alignItems: "center", gap: 2, flexWrap: "wrap" }}>
          <Hint>{t("updates.book_hint")}</Hint>
          <Button variant="outlined" loading={checking} onClick={() => onCheck({ source: "book" })}>
            {t("updates.compare")}
          </Button>
        </Stack>
      )}
      {kind === "address" && <AddressFields checking={checking} onCheck={onCheck} />}
      {kind === "file" && <FileField checking={checking} onCheck={onCheck} />}
    </Stack>
  );
}

type FieldsProps = Pick<UpdateSourceFieldsProps, "checking" | "onCheck">;

function AddressFields({ checking, onCheck }: FieldsProps) {
  const { t } = useTranslation("pricing");
  const [address, setAddress] = useState(() => localStore.read("oneapi_price_update_url") ?? "");
  const [rejected, setRejected] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const text = address.trim();
    const valid = /^https?:$/.test(URL.parse(text)?.protocol ?? "");
    setRejected(!valid);
    if (!valid) return;
    localStore.write("oneapi_price_update_url", text);
    onCheck({ source: "address", address: text });
  };
  return (
    <Box component="form" noValidate onSubmit={submit}>
      <Stack direction={{ xs: "column", sm: "row" }} sx={{ gap: 1, alignItems: { sm: "flex-start" } }}>
        <TextField
          type="url"
          fullWidth
          label={t("updates.address")}
          value={address}
          error={rejected}
          helperText={rejected ? t("updates.address_refused") : t("updates.address_hint")}
          onChange={(event) => setAddress(event.target.value)}
        />
        <Button type="submit" variant="outlined" loading={checking} sx={{ flexShrink: 0 }}>
          {t("updates.compare")}
        </Button>
      </Stack>
      <Stack direction="row" sx={{ gap: 0.75, flexWrap: "wrap", mt: 1 }}>
        {listAddresses.map(({ name, url }) => (
          <Chip
            key={name}
            size="small"
            variant="outlined"
            label={name}
            onClick={() => {
              setAddress(url);
              setRejected(false);
            }}
          />
        ))}
      </Stack>
    </Box>
  );
}

function FileField({ checking, onCheck }: FieldsProps) {
  const { t } = useTranslation("pricing");
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const [name, setName] = useState("");
  const read = async (file: File | undefined) => {
    if (!file) return;
    setName(file.name);
    const text = file.size > priceListMax ? "" : await file.text().catch(() => "");
    setProblem(
      text === "" ? t(file.size > priceListMax ? "updates.file_too_large" : "updates.file_empty") : undefined,
    );
    if (text !== "") onCheck({ source: "file", text });
  };
  return (
    <Stack sx={{ gap: 0.75 }}>
      <Stack direction="row" sx={{ alignItems: "center", gap: 1.5, flexWrap: "wrap" }}>
        <Button
          variant="outlined"
          startIcon={<UploadFileOutlinedIcon />}
          loading={checking}
          loadingPosition="start"
          onClick={() => input.current?.click()}
        >
          {t("updates.choose_file")}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          accept=".json,application/json"
          onChange={(event) => {
            void read(event.target.files?.[0]);
            // Allows choosing the same file again.
            event.target.value = "";
          }}
        />
        <Typography variant="body2" noWrap title={name} sx={{ minWidth: 0, maxWidth: 360 }}>
          {name}
        </Typography>
      </Stack>
      {problem === undefined ? (
        <Hint>{t("updates.file_hint")}</Hint>
      ) : (
        <Typography variant="body2" role="alert" sx={{ color: "error.main" }}>
          {problem}
        </Typography>
      )}
    </Stack>
  );
}

function Hint({ children }: { children: string }) {
  return (
    <Typography variant="body2" sx={{ color: "text.secondary", flex: 1, minWidth: 240 }}>
      {children}
    </Typography>
  );
}
