import ReceiptLongOutlinedIcon from "@mui/icons-material/ReceiptLongOutlined";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { ListEmpty } from "../../design-system/empty-state/list-empty";
import { anyTime } from "../../widgets/moment-field/time-ranges";
import { type LogListState, logFilterDefaults } from "./log-filters";

/** No rows: none at all, or none that fit. */
export function LogEmpty({ state, everybody }: { state: LogListState; everybody: boolean }) {
  const { t } = useTranslation("logs");
  return (
    <ListEmpty
      narrowed={state.narrowed}
      narrowedHint={t("empty.filtered_body")}
      onClear={() => state.setFilters({ ...logFilterDefaults, range: anyTime })}
      icon={<ReceiptLongOutlinedIcon />}
      title={t("empty.title")}
      description={t(everybody ? "empty.body_admin" : "empty.body_user")}
      action={
        <Stack sx={{ gap: 1 }}>
          <Button variant="contained" component={Link} to="/panel/token">
            {t("empty.action")}
          </Button>
          <Button onClick={() => state.setFilter("range", anyTime)}>{t("empty.any_time")}</Button>
        </Stack>
      }
    />
  );
}
