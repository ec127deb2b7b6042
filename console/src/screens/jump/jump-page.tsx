import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { MonoText } from "../../design-system/mono-text/mono-text";
import { type JumpTarget, readJumpTarget } from "./jump-target";

/** Redirect page for chat messages, whose links must be web pages: it links to an app. */
export function JumpPage() {
  const target = readJumpTarget(useLocation().search);
  return (
    <Stack
      sx={{
        flex: 1,
        alignItems: "center",
        justifyContent: "center",
        textAlign: "center",
        gap: 1.5,
        px: 3,
        py: 10,
      }}
    >
      {target ? <Leading target={target} /> : <Nowhere />}
    </Stack>
  );
}

function Leading({ target }: { target: JumpTarget }) {
  const { t } = useTranslation("jump");
  const { address, app, shown } = target;
  useEffect(() => {
    window.location.assign(address);
  }, [address]);
  return (
    <>
      <Typography variant="h1">{t("title", { app })}</Typography>
      <Typography sx={{ color: "text.secondary", maxWidth: 460 }}>{t("body", { app })}</Typography>
      <MonoText wrap>{shown}</MonoText>
      <Button href={address} variant="contained" sx={{ mt: 1 }}>
        {t("open", { app })}
      </Button>
    </>
  );
}

function Nowhere() {
  const { t } = useTranslation("jump");
  return (
    <>
      <Typography variant="h1">{t("invalid.title")}</Typography>
      <Typography sx={{ color: "text.secondary", maxWidth: 460 }}>{t("invalid.body")}</Typography>
      <Button component={Link} to="/" variant="contained" sx={{ mt: 1 }}>
        {t("invalid.back")}
      </Button>
    </>
  );
}
