import LockOutlinedIcon from "@mui/icons-material/LockOutlined";
import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link as RouterLink, Navigate, useSearchParams } from "react-router";
import { EntryMessage, EntryPage } from "../../design-system/entry-page/entry-page";
import { readInvitation } from "../../lib/invitation";
import { useHasAccess } from "../../lib/session/session";
import { useSiteInfo } from "../../lib/site-info/site-info";
import { useOfferedKinds } from "../../widgets/sign-in-methods/sign-in-kinds";
import { SignInMethods } from "../../widgets/sign-in-methods/sign-in-methods";
import { RegisterFields } from "./register-fields";

/** Making an account: by a form, or by a service that this server takes people from. */
export function RegisterPage() {
  const { t } = useTranslation("register");
  const site = useSiteInfo();
  const mayEnter = useHasAccess("user");
  const [query] = useSearchParams();
  const [invitation] = useState(() => readInvitation(query));
  if (mayEnter) return <Navigate to="/panel" replace />;
  const subtitle = t(invitation === "" ? "subtitle" : "invited", { name: site.system_name });
  return (
    <EntryPage
      title={t("title")}
      subtitle={site.register_enabled ? subtitle : ""}
      below={
        <Box sx={{ color: "text.secondary" }}>
          {t("haveAccount")}{" "}
          <Link component={RouterLink} to="/login" underline="always">
            {t("signIn")}
          </Link>
        </Box>
      }
    >
      {site.isLoading ? <Waiting /> : <WaysIn invitation={invitation} />}
    </EntryPage>
  );
}

function WaysIn({ invitation }: { invitation: string }) {
  const { t } = useTranslation("register");
  const { register_enabled, password_register } = useSiteInfo();
  const services = useOfferedKinds().length > 0;
  if (!register_enabled || (!password_register && !services))
    return (
      <EntryMessage icon={<LockOutlinedIcon />} tone="info">
        {t("closed")}
      </EntryMessage>
    );
  return (
    <>
      {password_register && <RegisterFields invitation={invitation} />}
      <SignInMethods aff={invitation} />
    </>
  );
}

function Waiting() {
  return (
    <Stack spacing={2.25} aria-busy>
      {[1, 2, 3].map((line) => (
        <Skeleton key={line} variant="rounded" height={40} />
      ))}
    </Stack>
  );
}
