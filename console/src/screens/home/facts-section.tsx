import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useTranslation } from "react-i18next";
import { Section } from "./section";

const facts = ["price", "account", "failover", "limits"] as const;

/** What one can count on: four promises that the gateway keeps for every call. */
export function FactsSection() {
  const { t } = useTranslation("home");
  return (
    <Section sunk title={t("facts.title")}>
      <Box
        component="dl"
        sx={{
          m: 0,
          display: "grid",
          gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "repeat(2, minmax(0, 1fr))" },
          columnGap: 7,
          rowGap: 4,
        }}
      >
        {facts.map((fact) => (
          <Box key={fact}>
            <Typography component="dt" sx={{ fontWeight: 500, fontSize: 16 }}>
              {t(`facts.${fact}.title`)}
            </Typography>
            <Typography
              component="dd"
              sx={{ m: 0, mt: 0.5, color: "text.secondary", fontSize: 15, lineHeight: "24px" }}
            >
              {t(`facts.${fact}.body`)}
            </Typography>
          </Box>
        ))}
      </Box>
    </Section>
  );
}
