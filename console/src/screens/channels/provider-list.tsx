import ButtonBase from "@mui/material/ButtonBase";
import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import type { ProviderDescriptor } from "@tollgate/contract/descriptor";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorState } from "../../design-system/error-state/error-state";
import { describeError } from "../../lib/describe-error";
import { ProviderIcon } from "../../widgets/provider-chip/provider-chip";
import { providerTypesQuery } from "../../widgets/provider-chip/provider-types";
import { SandboxChip } from "./sandbox-chip";

interface ProviderListProps {
  descriptors: ReadonlyMap<number, ProviderDescriptor>;
  onChoose: (descriptor: ProviderDescriptor) => void;
}

/** The first step of a new channel: which provider it goes to. Enter takes the first whose name begins with what was typed, else the first shown. */
export function ProviderList({ descriptors, onChoose }: ProviderListProps) {
  const { t } = useTranslation("channels");
  const [search, setSearch] = useState("");
  const text = search.trim().toLowerCase();
  const shown = [...descriptors.values()].filter(
    ({ label, id }) => label.toLowerCase().includes(text) || id.includes(text),
  );
  const groups = groupProviders(shown);
  const inOrder = groups.flatMap(({ members }) => members);
  const first = inOrder.find(({ label }) => label.toLowerCase().startsWith(text)) ?? inOrder[0];
  return (
    <Stack sx={{ gap: 2 }}>
      <div>
        <Typography variant="h4" component="h3">
          {t("editor.choose_provider")}
        </Typography>
        <Typography variant="body2" sx={{ color: "text.secondary" }}>
          {t("editor.choose_hint")}
        </Typography>
      </div>
      <TextField
        autoFocus
        type="search"
        placeholder={t("editor.search_provider")}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        onKeyDown={(event) => {
          // Enter also ends IME composition.
          if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
          // The form that replaces the list would be submitted by the same key press.
          event.preventDefault();
          if (text !== "" && first) onChoose(first);
        }}
        slotProps={{ htmlInput: { "aria-label": t("editor.search_provider") } }}
      />
      {groups.map(({ name, members }) => (
        <section key={name} aria-label={t(`editor.providers.${name}`)}>
          <Typography variant="subtitle2" sx={{ color: "text.secondary", mb: 1 }}>
            {t(`editor.providers.${name}`)}
          </Typography>
          <Box
            component="ul"
            sx={{
              m: 0,
              p: 0,
              listStyle: "none",
              display: "grid",
              gridTemplateColumns: { xs: "1fr", sm: "1fr 1fr" },
              gap: 1,
            }}
          >
            {members.map((descriptor) => (
              <li key={descriptor.type}>
                <ProviderButton descriptor={descriptor} onChoose={() => onChoose(descriptor)} />
              </li>
            ))}
          </Box>
        </section>
      ))}
      {descriptors.size === 0 && <ProvidersMissing />}
      {shown.length === 0 && descriptors.size > 0 && (
        <Typography variant="body2" sx={{ color: "text.secondary" }}>
          {t("editor.no_provider", { query: search.trim() })}
        </Typography>
      )}
    </Stack>
  );
}

/** In the place of the list while it loads, or where it could not be loaded. */
function ProvidersMissing() {
  const { t } = useTranslation("channels");
  const { error, refetch } = useQuery(providerTypesQuery);
  if (!error) return <Skeleton variant="rounded" height={52} aria-busy />;
  return (
    <ErrorState
      compact
      title={t("editor.providers_failed")}
      message={describeError(error)}
      onRetry={() => void refetch()}
    />
  );
}

/** Popular ones in the server's order, the others by name, retired ones last; groups without members are left out. */
function groupProviders(descriptors: readonly ProviderDescriptor[]) {
  const byName = (a: ProviderDescriptor, b: ProviderDescriptor) => a.label.localeCompare(b.label, "en");
  const groups = [
    { name: "popular", members: descriptors.filter(({ standing }) => standing === "popular") },
    { name: "other", members: descriptors.filter(({ standing }) => standing === undefined).sort(byName) },
    { name: "retired", members: descriptors.filter(({ standing }) => standing === "retired") },
  ] as const;
  return groups.filter(({ members }) => members.length > 0);
}

function ProviderButton({ descriptor, onChoose }: { descriptor: ProviderDescriptor; onChoose: () => void }) {
  return (
    <ButtonBase
      onClick={onChoose}
      sx={{
        width: "100%",
        minHeight: 52,
        px: 1.5,
        gap: 1.5,
        justifyContent: "flex-start",
        textAlign: "left",
        border: 1,
        borderColor: "divider",
        borderRadius: 1.5,
        "&:hover": { backgroundColor: "action.hover", borderColor: "text.disabled" },
      }}
    >
      <ProviderIcon descriptor={descriptor} size={28} />
      <Typography sx={{ fontWeight: 500, flex: 1, minWidth: 0 }} noWrap>
        {descriptor.label}
      </Typography>
      {descriptor.sandbox && <SandboxChip />}
    </ButtonBase>
  );
}
