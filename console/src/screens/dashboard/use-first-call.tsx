import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useQuery } from "@tanstack/react-query";
import { revealTokenKey, type Token } from "@tollgate/contract/tokens";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../lib/api-client";
import { reportFailure } from "../../lib/query-client";
import { exampleOfToken } from "../../widgets/snippets/example-of-token";
import { Snippets } from "../../widgets/snippets/snippets";
import { useExampleModels } from "../../widgets/snippets/use-example-models";
import { ownTokensQuery } from "./dashboard-queries";
import { StepLink } from "./step-link";
import type { Step } from "./steps-card";

interface ShownExample {
  token: Token;
  secret: string;
}

/** The step of the first call: code for one's newest token and a model that it can call, shown in place. `enabled`: there may be a token. */
export function useFirstCall({ enabled }: { enabled: boolean }): Omit<Step, "done"> {
  const { t } = useTranslation("dashboard");
  const { data: tokens } = useQuery({ ...ownTokensQuery, enabled });
  const [shown, setShown] = useState<ShownExample>();
  const [fetching, setFetching] = useState(false);
  const token = tokens?.usable;

  const show = async (wanted: Token): Promise<void> => {
    setFetching(true);
    try {
      const { key } = await call(revealTokenKey, { params: { id: wanted.id } });
      setShown({ token: wanted, secret: key });
    } catch (error) {
      reportFailure(error);
    } finally {
      setFetching(false);
    }
  };

  return {
    name: "has_request",
    title: t("checklist.has_request.title"),
    body: t(shown ? "checklist.has_request.waiting" : "checklist.has_request.body"),
    action: (next) =>
      token === undefined ? (
        <StepLink to="/panel/token" label={t("checklist.has_request.tokens")} loud={next} />
      ) : shown ? (
        <Button size="small" variant="outlined" onClick={() => setShown(undefined)}>
          {t("checklist.has_request.hide")}
        </Button>
      ) : (
        <Button
          size="small"
          variant={next ? "contained" : "outlined"}
          loading={fetching}
          onClick={() => void show(token)}
        >
          {t("checklist.has_request.action")}
        </Button>
      ),
    detail: shown && <Example {...shown} />,
  };
}

function Example({ token, secret }: ShownExample) {
  const models = useExampleModels(exampleOfToken(token));
  return (
    <Box sx={{ mt: 1.5, pl: { sm: 4.5 } }}>
      <Snippets apiKey={secret} models={models} />
    </Box>
  );
}
