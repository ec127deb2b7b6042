import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { Self } from "@tollgate/contract/profile";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { MonoText } from "../../design-system/mono-text/mono-text";
import { StatusChip } from "../../design-system/status-chip/status-chip";
import { KeyReveal } from "../../widgets/key-reveal/key-reveal";
import { ProfileCard } from "./profile-card";
import { useMakeAccessToken } from "./profile-queries";
import { StepUpDialog } from "./step-up-dialog";

/** The access token for scripts that use the console's API. */
export function AccessTab({ self }: { self: Self }) {
  const { t } = useTranslation("profile");
  const [asking, setAsking] = useState(false);
  const [token, setToken] = useState("");
  const make = useMakeAccessToken();
  const verb = t(self.has_access_token ? "access.reset" : "access.make");
  return (
    <>
      <ProfileCard
        title={t("access.title")}
        description={t("access.body")}
        status={
          <StatusChip
            tone={self.has_access_token ? "success" : "neutral"}
            label={t(self.has_access_token ? "access.set" : "access.notSet")}
          />
        }
        action={
          <Button variant="outlined" onClick={() => setAsking(true)}>
            {verb}
          </Button>
        }
      >
        <Stack sx={{ gap: 1.5 }}>
          {token !== "" && (
            <>
              <Typography variant="body2" role="status">
                {t("access.once")}
              </Typography>
              <KeyReveal secret={token} label={t("access.title")} copyLabel={t("access.copy")} />
            </>
          )}
          <Typography variant="body2" component="div" sx={{ color: "text.secondary" }}>
            {t("access.use")}{" "}
            <MonoText
              wrap
            >{`Authorization: Bearer ${token === "" ? t("access.placeholder") : token}`}</MonoText>{" "}
            ·{" "}
            <Link href="/api/reference" underline="always">
              {t("access.reference")}
            </Link>
          </Typography>
        </Stack>
      </ProfileCard>
      {asking && (
        <StepUpDialog
          self={self}
          title={verb}
          description={t(self.has_access_token ? "access.resetBody" : "access.makeBody")}
          submitLabel={verb}
          danger={self.has_access_token}
          act={(stepUp) => make.mutateAsync(stepUp)}
          onDone={(made) => {
            setToken(made);
            setAsking(false);
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
