import ImageOutlinedIcon from "@mui/icons-material/ImageOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { CodeView } from "../../design-system/code-view/code-view";
import { ListEmpty } from "../../design-system/empty-state/list-empty";
import { useServerAddress } from "../../widgets/snippets/snippets";
import { curlOf } from "../../widgets/task-detail/curl-of";
import { isNarrowed, type PictureListState, pictureFilterDefaults } from "./picture-filters";

const example = { prompt: "A lighthouse in the fog, watercolor --ar 1:1" };

/** No tasks: how to make the first one, or that none fit. */
export function PictureEmpty({ state }: { state: PictureListState }) {
  const { t } = useTranslation("midjourney");
  const server = useServerAddress();
  const { view, whose } = state.filters;
  return (
    <ListEmpty
      narrowed={isNarrowed(state)}
      onClear={() => state.setFilters({ ...pictureFilterDefaults, view, whose })}
      icon={<ImageOutlinedIcon />}
      title={t("empty.title")}
      description={t("empty.body")}
      action={
        <Box sx={{ width: "min(560px, calc(100vw - 96px))" }}>
          <CodeView label={t("empty.code")} code={curlOf(server, "/mj/submit/imagine", example)} />
          <Button component={Link} to="/panel/token" sx={{ mt: 1.5 }}>
            {t("empty.action")}
          </Button>
        </Box>
      }
    />
  );
}
