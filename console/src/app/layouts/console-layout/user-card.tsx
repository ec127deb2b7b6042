import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { memo, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { lazyPart } from "../../../design-system/lazy-part/lazy-part";
import type { Screen } from "../../../lib/define-screen";
import { useSession } from "../../../lib/session/session";
import { paths } from "../../paths";
import { UserAvatar } from "./user-avatar";

const UserMenu = lazyPart(async () => (await import("./user-menu")).UserMenu);

/** The signed-in user with a greeting. The avatar links to the profile. */
export const UserCard = memo(function UserCard(props: { screens: readonly Screen[] }) {
  const { t } = useTranslation("shell");
  const user = useSession();
  const navigate = useNavigate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (!user) return null;
  const hasProfile = props.screens.some((screen) => screen.path === paths.profile);
  return (
    <Stack
      direction="row"
      sx={{
        alignItems: "center",
        gap: 1.25,
        p: 1.25,
        borderRadius: "12px",
        border: 1,
        borderColor: "divider",
        bgcolor: "background.default",
      }}
    >
      <ButtonBase
        aria-label={hasProfile ? t("screens.profile") : t("account")}
        onClick={(event) => (hasProfile ? void navigate(paths.profile) : setAnchor(event.currentTarget))}
        sx={{ borderRadius: "50%" }}
      >
        <UserAvatar user={user} size={36} />
      </ButtonBase>
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="subtitle2" noWrap>
          {user.username}
        </Typography>
        <Typography variant="caption" component="div" noWrap sx={{ color: "text.secondary" }}>
          {t("welcome")}
        </Typography>
      </Box>
      <Suspense fallback={null}>
        {anchor && <UserMenu screens={props.screens} anchor={anchor} onClose={() => setAnchor(null)} />}
      </Suspense>
    </Stack>
  );
});
