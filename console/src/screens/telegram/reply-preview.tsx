import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import {
  type MarkupMode,
  type MarkupNode,
  type MarkupStyle,
  parseMarkup,
} from "@tollgate/contract/telegram-markup";
import type { ElementType, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useMonoFont } from "../../design-system/mono-text/use-mono-font";
import { monoFont } from "../../design-system/theme/tokens";

interface ReplyPreviewProps {
  text: string;
  mode: MarkupMode;
}

/** The message as Telegram shows it. It is built of elements, never of HTML, and its links are disabled. */
export function ReplyPreview({ text, mode }: ReplyPreviewProps) {
  const { t } = useTranslation("telegram");
  useMonoFont();
  const trimmed = text.trim();
  const parsed = parseMarkup(trimmed, mode);
  return (
    <Box component="section" aria-label={t("preview.title")}>
      <Typography variant="body2" component="h3" sx={{ color: "text.secondary", mb: 0.75 }}>
        {t("preview.title")}
      </Typography>
      <Box sx={{ p: 2, borderRadius: 2, border: 1, borderColor: "divider", bgcolor: "background.default" }}>
        {"nodes" in parsed ? (
          <Bubble>
            <Nodes nodes={parsed.nodes} />
          </Bubble>
        ) : (
          <Typography variant="body2" sx={{ color: "text.secondary" }}>
            {t(trimmed === "" ? "preview.empty" : "preview.wrong")}
          </Typography>
        )}
      </Box>
    </Box>
  );
}

function Bubble({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{
        width: "fit-content",
        maxWidth: "100%",
        px: 1.5,
        py: 1,
        borderRadius: "12px 12px 12px 4px",
        border: 1,
        borderColor: "divider",
        bgcolor: "background.paper",
        typography: "body2",
        whiteSpace: "pre-wrap",
        overflowWrap: "anywhere",
      }}
    >
      {children}
    </Box>
  );
}

function Nodes({ nodes }: { nodes: readonly MarkupNode[] }) {
  // The message is parsed on every change, and its nodes have no state.
  return nodes.map((node, index) =>
    typeof node === "string" ? (
      node
    ) : (
      <Styled key={index} style={node.style} href={node.href} nodes={node.children} />
    ),
  );
}

interface Look {
  component: ElementType;
  sx?: Record<string, string | number>;
}

const code: Record<string, string | number> = { fontFamily: monoFont, fontSize: "0.92em" };
const looks: Record<MarkupStyle, Look> = {
  bold: { component: "strong" },
  italic: { component: "em" },
  underline: { component: "u" },
  strike: { component: "s" },
  spoiler: { component: "span", sx: { bgcolor: "action.selected", borderRadius: 0.5, px: 0.25 } },
  code: { component: "code", sx: code },
  pre: {
    component: "pre",
    sx: { ...code, m: 0, my: 0.5, p: 1, borderRadius: 1, bgcolor: "action.hover", whiteSpace: "pre-wrap" },
  },
  quote: {
    component: "blockquote",
    sx: { m: 0, my: 0.5, pl: 1, borderLeft: 3, borderColor: "primary.main", bgcolor: "action.hover" },
  },
  link: { component: "span", sx: { color: "primary.main", textDecoration: "underline" } },
  emoji: { component: "span" },
};

interface StyledProps {
  style: MarkupStyle;
  href: string | undefined;
  nodes: readonly MarkupNode[];
}

function Styled({ style, href, nodes }: StyledProps) {
  const { component, sx = {} } = looks[style];
  return (
    <Box component={component} sx={sx} {...(href !== undefined && { title: href })}>
      <Nodes nodes={nodes} />
    </Box>
  );
}
