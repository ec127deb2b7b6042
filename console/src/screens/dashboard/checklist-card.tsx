import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useHasAccess } from "../../lib/session/session";
import { checklistQuery, isComplete } from "./dashboard-queries";
import { StepLink } from "./step-link";
import { StepsCard } from "./steps-card";
import { useFirstCall } from "./use-first-call";
import { UserChecklist } from "./user-checklist";

/** First steps: of the installation for administrators, of the account for users. */
export function ChecklistCard() {
  return useHasAccess("admin") ? <OperatorChecklist /> : <UserChecklist />;
}

const setup = [
  { name: "has_channel", path: "/panel/channel", creates: true },
  { name: "has_price", path: "/panel/pricing", creates: false },
  { name: "has_token", path: "/panel/token", creates: true },
] as const;

/** Open steps of a new installation; hidden once all are done. */
function OperatorChecklist() {
  const { t } = useTranslation("dashboard");
  const { data: checklist } = useQuery(checklistQuery);
  const open = checklist !== undefined && !isComplete(checklist);
  const firstCall = useFirstCall({ enabled: open && checklist.has_token });
  if (!open) return null;
  const steps = setup.map(({ name, path, creates }) => ({
    name,
    title: t(`checklist.${name}.title`),
    body:
      name === "has_price" && checklist.unpriced_count > 0
        ? t("checklist.has_price.unpriced", {
            count: checklist.unpriced_count,
            names: namesWithRest(checklist.unpriced_models, checklist.unpriced_count),
          })
        : t(`checklist.${name}.body`),
    done: checklist[name],
    action: (next: boolean) => (
      <StepLink to={path} creates={creates} label={t(`checklist.${name}.action`)} loud={next} />
    ),
  }));
  return <StepsCard steps={[...steps, { ...firstCall, done: checklist.has_request }]} />;
}

/** `a, b, c, …` */
function namesWithRest(names: readonly string[], count: number): string {
  return [...names, ...(count > names.length ? ["…"] : [])].join(", ");
}
