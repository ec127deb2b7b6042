import Box from "@mui/material/Box";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormHelperText from "@mui/material/FormHelperText";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import { noticeEvents } from "@tollgate/contract/notice-events";
import { useController } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { ChannelValues } from "./channel-values";

/** The events that a channel receives. */
export function EventsField() {
  const { t } = useTranslation("notices");
  const { field } = useController<ChannelValues, "events">({ name: "events" });
  const chosen = new Set(field.value);
  const everything = chosen.size === noticeEvents.length;
  return (
    <div>
      <Box sx={{ display: "grid", gridTemplateColumns: { xs: "1fr", sm: "1fr 1fr" }, columnGap: 2 }}>
        {noticeEvents.map((event) => (
          <FormControlLabel
            key={event}
            label={t(`event.${event}`)}
            slotProps={{ typography: { variant: "body2" } }}
            control={
              <Checkbox
                size="small"
                checked={chosen.has(event)}
                onChange={(_event, checked) =>
                  field.onChange(noticeEvents.filter((one) => (one === event ? checked : chosen.has(one))))
                }
              />
            }
          />
        ))}
      </Box>
      <Stack direction="row" sx={{ alignItems: "center", gap: 1.5, mt: 0.5 }}>
        <Link
          component="button"
          type="button"
          variant="body2"
          onClick={() => field.onChange(everything ? [] : [...noticeEvents])}
        >
          {t(everything ? "events.none" : "events.all")}
        </Link>
        {chosen.size === 0 && <FormHelperText sx={{ m: 0 }}>{t("events.empty")}</FormHelperText>}
      </Stack>
    </div>
  );
}
