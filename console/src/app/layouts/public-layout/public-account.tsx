import Button from "@mui/material/Button";
import ButtonBase from "@mui/material/ButtonBase";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { lazyPart } from "../../../design-system/lazy-part/lazy-part";
import type { Screen } from "../../../lib/define-screen";
import { useSession } from "../../../lib/session/session";
import { paths } from "../../paths";
import { UserAvatar } from "../console-layout/user-avatar";

const UserMenu = lazyPart(async () => (await import("../console-layout/user-menu")).UserMenu);

/** The way into the console, and the user's menu, for signed-in users. */
export function PublicAccount(props: { screens: readonly Screen[] }) {
  const { t } = useTranslation("shell");
  const user = useSession();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (!user) return null;
  return (
    <>
      <Button component={Link} to={paths.panel} variant="contained" size="small" sx={{ ml: 0.75 }}>
        {t("public.console")}
      </Button>
      <ButtonBase
        aria-label={t("account")}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ borderRadius: "50%", p: 0.5, ml: { xs: 0.25, sm: 0.5 } }}
      >
        <UserAvatar user={user} size={30} />
      </ButtonBase>
      <Suspense fallback={null}>
        {anchor && <UserMenu screens={props.screens} anchor={anchor} onClose={() => setAnchor(null)} />}
      </Suspense>
    </>
  );
}
