import LockOutlinedIcon from "@mui/icons-material/LockOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { roles } from "@tollgate/contract/access";
import type { SettingSection } from "@tollgate/contract/setting-definition";
import { keysOfSection } from "@tollgate/contract/settings";
import { useEffect, useMemo, useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../lib/api-error";
import { applyServerErrors } from "../../lib/forms/apply-server-errors";
import { formResolver } from "../../lib/forms/form-resolver";
import { notify } from "../../lib/notifications/notifications";
import { useSession } from "../../lib/session/session";
import { SectionExtras } from "./section-extras";
import { SettingField } from "./setting-field";
import {
  changesOf,
  type RowMap,
  schemaOfSection,
  type SectionValues,
  startOfSection,
} from "./setting-values";
import { useSaveSection } from "./settings-queries";

/** Id of a section's place on the page. */
export function sectionId(section: SettingSection): string {
  return `section-${section}`;
}

interface SectionCardProps {
  section: SettingSection;
  /** Current values on the server. */
  rows: RowMap;
  onDirty: (section: SettingSection, dirty: boolean) => void;
  /** Refetches the stored values. */
  onReload: () => void;
}

/** Settings that are saved together, with one result. */
export function SectionCard({ section, rows, onDirty, onReload }: SectionCardProps) {
  const { t } = useTranslation("settings");
  const role = useSession()?.role;
  const keys = keysOfSection(section);
  const locked = role !== roles.root && keys.every((key) => rows.get(key)?.root === true);
  // The form's initial values; newer rows replace them while the form is clean.
  const [base, setBase] = useState(rows);
  const resolver = useMemo(() => formResolver(schemaOfSection(section)), [section]);
  const form = useForm<SectionValues, unknown, SectionValues>({
    defaultValues: startOfSection(section, base),
    resolver,
  });
  const { reset, setError } = form;
  const { isDirty: dirty, dirtyFields } = form.formState;
  const save = useSaveSection(section);

  useEffect(() => {
    if (dirty || rows === base) return;
    setBase(rows);
    reset(startOfSection(section, rows));
  }, [dirty, rows, base, section, reset]);
  useEffect(() => {
    onDirty(section, dirty);
    return () => onDirty(section, false);
  }, [section, dirty, onDirty]);

  const begin = (from: RowMap): void => {
    setBase(from);
    reset(startOfSection(section, from));
  };
  const submit = form.handleSubmit(async (values) => {
    const changes = changesOf(section, values, base);
    if (Object.keys(changes.values).length === 0) return begin(rows);
    try {
      await save.mutateAsync(changes);
      reset(values);
      notify.success(t("saved", { section: t(`sections.${section}.title`) }));
    } catch (error) {
      applyServerErrors(error, setError);
    }
  });
  const formId = `${sectionId(section)}-form`;
  const stale = save.error instanceof ApiError && save.error.code === "setting.changed_meanwhile";

  return (
    <Card
      component="section"
      id={sectionId(section)}
      aria-labelledby={`${sectionId(section)}-title`}
      sx={{
        overflow: "visible",
        scrollMarginTop: "calc(var(--banner-height, 0px) + var(--header-height, 64px) + 64px)",
      }}
    >
      <FormProvider {...form}>
        <Box sx={{ px: { xs: 2, sm: 3 }, py: { xs: 2, sm: 2.5 } }}>
          <SectionHead section={section} locked={locked} />
          <Box
            component="form"
            id={formId}
            noValidate
            onSubmit={(event) => void submit(event)}
            sx={{
              display: "grid",
              gap: 2.5,
              alignItems: "start",
              gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "repeat(2, minmax(0, 1fr))" },
              // Help must be readable on read-only fields.
              "& .MuiFormHelperText-root.Mui-disabled": { color: "text.secondary" },
            }}
          >
            {keys.map((key) => (
              <SettingField key={key} settingKey={key} row={rows.get(key)} disabled={locked} />
            ))}
          </Box>
          {/* Outside the form: Enter in these fields must not save settings. */}
          <SectionExtras section={section} rows={rows} locked={locked} />
        </Box>
        {dirty && (
          <SaveBar
            formId={formId}
            count={Object.keys(dirtyFields.values ?? {}).length}
            saving={save.isPending}
            onDiscard={() => {
              save.reset();
              begin(rows);
            }}
            onReload={
              stale
                ? () => {
                    save.reset();
                    onReload();
                    begin(rows);
                  }
                : undefined
            }
          />
        )}
      </FormProvider>
    </Card>
  );
}

function SectionHead({ section, locked }: { section: SettingSection; locked: boolean }) {
  const { t } = useTranslation("settings");
  return (
    <Box sx={{ mb: 2.5 }}>
      <Typography variant="h3" component="h2" id={`${sectionId(section)}-title`}>
        {t(`sections.${section}.title`)}
      </Typography>
      <Typography variant="body2" sx={{ color: "text.secondary", mt: 0.25, maxWidth: 680 }}>
        {t(`sections.${section}.hint`)}
      </Typography>
      {locked && (
        <Stack direction="row" sx={{ alignItems: "center", gap: 0.75, mt: 1, color: "text.secondary" }}>
          <LockOutlinedIcon sx={{ fontSize: 16 }} />
          <Typography variant="body2">{t("locked")}</Typography>
        </Stack>
      )}
    </Box>
  );
}

interface SaveBarProps {
  formId: string;
  count: number;
  saving: boolean;
  onDiscard: () => void;
  /** Set when another administrator saved first: loads the stored values. */
  onReload: (() => void) | undefined;
}

/** Sticks to the bottom of the window while its card is visible. */
function SaveBar({ formId, count, saving, onDiscard, onReload }: SaveBarProps) {
  const { t } = useTranslation(["settings", "common"]);
  return (
    <Stack
      direction="row"
      sx={{
        position: "sticky",
        bottom: 0,
        zIndex: 2,
        alignItems: "center",
        flexWrap: "wrap",
        gap: 1,
        px: { xs: 2, sm: 3 },
        py: 1.25,
        pb: "calc(10px + env(safe-area-inset-bottom))",
        bgcolor: "background.paper",
        borderTop: 1,
        borderColor: "divider",
        borderRadius: "0 0 12px 12px",
      }}
    >
      <Typography variant="body2" role="status" sx={{ color: "text.secondary", mr: "auto" }}>
        {t("unsaved", { count })}
      </Typography>
      {onReload && (
        <Button size="small" onClick={onReload}>
          {t("reload")}
        </Button>
      )}
      <Button color="inherit" onClick={onDiscard} disabled={saving}>
        {t("common:discardConfirm")}
      </Button>
      <Button type="submit" form={formId} variant="contained" loading={saving}>
        {t("common:save")}
      </Button>
    </Stack>
  );
}
