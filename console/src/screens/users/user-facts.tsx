import Box from "@mui/material/Box";
import { type AdminUser, bindingKinds } from "@tollgate/contract/users";
import { useTranslation } from "react-i18next";
import { Fact } from "../../design-system/fact/fact";
import { MonoText } from "../../design-system/mono-text/mono-text";
import { StatusChip } from "../../design-system/status-chip/status-chip";
import { TimeText } from "../../design-system/time-text/time-text";
import { formatNumber } from "../../lib/format-number";
import { RequestsLabel } from "../../widgets/requests-label/requests-label";
import { BudgetMeter } from "../../widgets/budget/budget-meter";
import { QuotaText } from "../../widgets/quota-text/quota-text";
import { UserRole } from "./user-role";

/** Facts of a user. */
export function UserFacts({ user }: { user: AdminUser }) {
  const { t } = useTranslation(["users", "sign-in-methods"]);
  const linked = bindingKinds.filter((kind) => user.bindings[kind] !== "");
  const mail = user.email === "" ? "—" : user.email;
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: "grid",
        gridTemplateColumns: "repeat(2, minmax(0, 1fr))",
        columnGap: 3,
        rowGap: 2,
      }}
    >
      <Fact name={t("columns.role")}>
        <UserRole role={user.role} />
      </Fact>
      <Fact name={t("columns.group")}>{user.group}</Fact>
      <Fact name={t("columns.quota")}>
        <QuotaText value={user.quota} exact />
      </Fact>
      <Fact name={t("columns.used_quota")}>
        <QuotaText value={user.used_quota} exact />
      </Fact>
      <Fact name={<RequestsLabel>{t("columns.request_count")}</RequestsLabel>}>
        {formatNumber(user.request_count)}
      </Fact>
      {user.budget_period !== "none" && (
        <Fact name={t("section.budget")}>
          <BudgetMeter budget={user} full />
        </Fact>
      )}
      <Fact name={t("columns.inviter")}>{user.inviter_name || "—"}</Fact>
      <Fact name={t("field.display_name")}>{user.display_name || "—"}</Fact>
      <Fact name={t("field.email")}>
        {mail}
        {user.email !== "" && (
          <Box component="span" sx={{ display: "block", mt: 0.5 }}>
            <StatusChip
              tone={user.email_verified ? "success" : "neutral"}
              label={t(user.email_verified ? "email_verified" : "email_unverified")}
            />
          </Box>
        )}
      </Fact>
      <Fact name={t("columns.created_time")}>
        <TimeText value={user.created_time} />
      </Fact>
      <Fact name={t("columns.last_login_time")}>
        <TimeText value={user.last_login_time} none={t("never")} />
      </Fact>
      <Fact name={t("columns.last_login_ip")}>
        {user.last_login_ip === "" ? "—" : <MonoText copy>{user.last_login_ip}</MonoText>}
      </Fact>
      <Fact name={t("facts.second_factor")}>
        {t(user.second_factor ? "facts.on" : "facts.off")}
        {user.passkeys > 0 && `, ${t("passkeys", { count: user.passkeys })}`}
      </Fact>
      {linked.map((kind) => (
        <Fact key={kind} name={t(`sign-in-methods:services.${kind}`)}>
          <MonoText copy>{user.bindings[kind]}</MonoText>
        </Fact>
      ))}
      {user.deletion_requested_time > 0 && (
        <Fact name={t("facts.deletion_requested")}>
          <TimeText value={user.deletion_requested_time} />
        </Fact>
      )}
    </Box>
  );
}
