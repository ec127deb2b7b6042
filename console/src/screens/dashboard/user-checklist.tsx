import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { formatCost } from "../../lib/format-number";
import { localStore } from "../../lib/local-store";
import { selfQuery } from "../../lib/session/self-query";
import { useQuotaFormat } from "../../lib/site-info/site-info";
import { firstLogQuery, ownTokensQuery } from "./dashboard-queries";
import { StepLink } from "./step-link";
import { type Step, StepsCard } from "./steps-card";
import { useFirstCall } from "./use-first-call";

/** Users who started in this browser and have no log row yet. */
const begun = (): string | null => localStore.read("firstSteps");

/** Open steps of a new account. Accounts already in use never see it. */
export function UserChecklist() {
  const { t } = useTranslation("dashboard");
  const format = useQuotaFormat();
  const { data: self } = useQuery(selfQuery);
  const { data: tokens } = useQuery(ownTokensQuery);
  const isNew = self?.request_count === 0;
  const mine = self !== undefined && begun() === String(self.id);
  const { data: row } = useQuery({ ...firstLogQuery, enabled: isNew || mine });
  const hasToken = (tokens?.count ?? 0) > 0;
  const called = row !== undefined && row !== null;
  const firstCall = useFirstCall({ enabled: true });
  const open = isNew && row === null;
  useEffect(() => {
    if (open && self) localStore.write("firstSteps", String(self.id));
  }, [open, self]);
  const queryClient = useQueryClient();
  // Otherwise the cards would show the first answered call up to a minute after the list does.
  useEffect(() => {
    if (!called) return;
    void queryClient.invalidateQueries({ queryKey: ["usage", "mine"] });
    void queryClient.invalidateQueries({ queryKey: selfQuery.queryKey });
  }, [called, queryClient]);
  if (!self || tokens === undefined || row === undefined || !(open || mine)) return null;
  const steps: Step[] = [
    ...(self.quota > 0
      ? []
      : [
          {
            name: "has_balance",
            title: t("checklist.has_balance.title"),
            body: t("checklist.has_balance.body"),
            done: false,
            action: (next: boolean) => (
              <StepLink to="/panel/topup" label={t("checklist.has_balance.action")} loud={next} />
            ),
          },
        ]),
    {
      name: "has_token",
      title: t("checklist.has_token.title"),
      body: t("checklist.has_token.body"),
      done: hasToken || called,
      action: (next) => (
        <StepLink to="/panel/token" creates label={t("checklist.has_token.action")} loud={next} />
      ),
    },
    { ...firstCall, done: called },
    {
      name: "saw_log",
      title: t("checklist.saw_log.title"),
      body: row
        ? t("checklist.saw_log.row", { model: row.model_name, cost: formatCost(row.quota, format) })
        : t("checklist.saw_log.body"),
      done: false,
      action: (next) => (
        <StepLink
          to="/panel/log"
          label={t("checklist.saw_log.action")}
          loud={next}
          onClick={() => called && localStore.remove("firstSteps")}
        />
      ),
    },
  ];
  return <StepsCard steps={steps} />;
}
