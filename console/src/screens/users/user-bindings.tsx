import PhonelinkLockOutlinedIcon from "@mui/icons-material/PhonelinkLockOutlined";
import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Tooltip from "@mui/material/Tooltip";
import { type AdminUser, bindingKinds } from "@tollgate/contract/users";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ServiceIcon } from "../../widgets/sign-in-methods/service-icon";

/** Accounts elsewhere that sign this user in, and whether two-factor authentication is on, as icons with names. */
export function UserBindings({ user }: { user: AdminUser }) {
  const { t } = useTranslation(["users", "sign-in-methods"]);
  const linked = bindingKinds.filter((kind) => user.bindings[kind] !== "");
  if (linked.length === 0 && !user.second_factor && user.passkeys === 0)
    return (
      <Box component="span" sx={{ color: "text.secondary" }}>
        —
      </Box>
    );
  return (
    <Stack direction="row" component="span" sx={{ gap: 0.75, alignItems: "center", color: "text.secondary" }}>
      {linked.map((kind) => (
        <Named key={kind} label={`${t(`sign-in-methods:services.${kind}`)}: ${user.bindings[kind]}`}>
          <ServiceIcon kind={kind} sx={{ fontSize: 18 }} />
        </Named>
      ))}
      {(user.second_factor || user.passkeys > 0) && (
        <Named label={t(user.second_factor ? "second_factor" : "passkeys", { count: user.passkeys })}>
          <PhonelinkLockOutlinedIcon sx={{ fontSize: 18 }} />
        </Named>
      )}
    </Stack>
  );
}

function Named({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Tooltip title={label}>
      <Box component="span" role="img" aria-label={label} tabIndex={0} sx={{ display: "inline-flex" }}>
        {children}
      </Box>
    </Tooltip>
  );
}
