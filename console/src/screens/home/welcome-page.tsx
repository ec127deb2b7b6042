import Box from "@mui/material/Box";
import { useQuery } from "@tanstack/react-query";
import { startTransition, useEffect, useState } from "react";
import { FactsSection } from "./facts-section";
import { FormatsSection } from "./formats-section";
import { Hero } from "./hero";
import { offersQuery } from "./home-queries";
import { ModelsSection } from "./models-section";

/** What this gateway is, what it offers and how the first call looks. */
export function WelcomePage() {
  const { data: offers = [], isPending } = useQuery(offersQuery);
  // Content below the fold renders in a transition, so that the page stays responsive.
  const [whole, setWhole] = useState(false);
  useEffect(() => startTransition(() => setWhole(true)), []);
  return (
    <Box
      sx={(theme) => ({
        "--sunk": theme.palette.background.default,
        width: "100%",
        minHeight: "100dvh",
        bgcolor: "background.paper",
      })}
    >
      {/* A model without a price is rejected. */}
      <Hero models={offers.filter(({ priced }) => priced).map(({ model }) => model)} />
      {whole && (
        <>
          <FormatsSection />
          <ModelsSection offers={offers} loading={isPending} />
          <FactsSection />
        </>
      )}
    </Box>
  );
}
