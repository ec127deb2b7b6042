import { useTranslation } from "react-i18next";
import { Section } from "./section";

const facts = ["price", "account", "failover", "limits"] as const;

/** Four guarantees of the gateway for every call. */
export function FactsSection() {
  const { t } = useTranslation("home");
  return (
    <Section sunk title={t("facts.title")}>
      <dl>
        {facts.map((fact) => (
          <div key={fact}>
            <dt>{t(`facts.${fact}.title`)}</dt>
            <dd>{t(`facts.${fact}.body`)}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
