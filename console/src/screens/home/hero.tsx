import ArrowForwardIcon from "@mui/icons-material/ArrowForward";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useSession } from "../../lib/session/session";
import { useSiteInfo } from "../../lib/site-info/site-info";
import type { SnippetClient } from "../../widgets/snippets/client-snippets";
import { Snippets } from "../../widgets/snippets/snippets";
import { LiveStatus } from "./live-status";
import { pageWidth } from "./section";

/** The four most common clients. */
const clients: readonly SnippetClient[] = ["curl", "python", "node", "go"];

/** Placeholder of the API key. */
const exampleKey = "sk-your-key";

/** Placeholder model while none is known; also rendered by the start script. */
const exampleModel = "your-model";

/** Headline and first call. The start script also renders its texts. */
export function Hero({ models }: { models: readonly string[] }) {
  const { t } = useTranslation("home");
  return (
    <Box
      sx={{
        ...pageWidth,
        display: "grid",
        gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "minmax(0, 1fr) minmax(0, 1fr)" },
        gap: { xs: 5, md: 7 },
        alignItems: "center",
        py: { xs: 6, md: 11 },
        "& h1": {
          m: 0,
          fontSize: { xs: 34, md: 48 },
          lineHeight: { xs: "42px", md: "56px" },
          fontWeight: 500,
          letterSpacing: "-0.03em",
          textWrap: "balance",
        },
        "& p": {
          m: 0,
          mt: 2.5,
          fontSize: { xs: 16, md: 18 },
          lineHeight: { xs: "26px", md: "30px" },
          color: "text.secondary",
        },
      }}
    >
      <div>
        <h1>{t("title")}</h1>
        <p>{t("lead")}</p>
        <WaysIn />
        <LiveStatus />
      </div>
      <Box
        sx={{
          // High enough for most of the four, so that switching shifts nothing; the longest scrolls.
          height: { md: 320 },
          display: "flex",
          flexDirection: "column",
          border: 1,
          borderColor: "divider",
          borderRadius: "12px",
          overflow: "hidden",
          bgcolor: "background.default",
          boxShadow: 4,
          "& > div": { border: 0, borderRadius: 0, flex: 1, display: "flex", flexDirection: "column" },
          "& > div > div": { bgcolor: "background.paper" },
          "& pre": { flex: 1 },
        }}
      >
        <Snippets apiKey={exampleKey} models={models} placeholder={exampleModel} clients={clients} />
      </Box>
    </Box>
  );
}

function WaysIn() {
  const { t } = useTranslation("home");
  const signedIn = useSession() !== undefined;
  const { register_enabled } = useSiteInfo();
  const [first, label] = signedIn
    ? ["/panel", t("toConsole")]
    : register_enabled
      ? ["/register", t("register")]
      : ["/login", t("signIn")];
  return (
    <Stack direction="row" sx={{ mt: 4, gap: 1.5, flexWrap: "wrap" }}>
      <Button component={Link} to={first} variant="contained" size="large" endIcon={<ArrowForwardIcon />}>
        {label}
      </Button>
      <Button component={Link} to="/price" variant="outlined" size="large">
        {t("prices")}
      </Button>
    </Stack>
  );
}
