import Button from "@mui/material/Button";
import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import ListItemText from "@mui/material/ListItemText";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { formatTime } from "../../lib/format-time";
import { capturesQuery, useStopCapture } from "./capture-queries";

/** Tokens and channels that are captured now, each with its end and a button to end it. */
export function CaptureList() {
  const { t } = useTranslation("captures");
  const { data } = useQuery(capturesQuery);
  const stop = useStopCapture();
  if (!data) return null;
  if (data.targets.length === 0)
    return (
      <Typography variant="body2" sx={{ color: "text.secondary" }}>
        {t("none")}
      </Typography>
    );
  return (
    <List dense disablePadding>
      {data.targets.map((target) => (
        <ListItem
          key={target.id}
          disableGutters
          secondaryAction={
            data.allowed && (
              <Button size="small" disabled={stop.isPending} onClick={() => stop.mutate(target.id)}>
                {t("stop")}
              </Button>
            )
          }
        >
          <ListItemText
            primary={t(`of_${target.kind}`, { name: target.target_name || `#${target.target_id}` })}
            secondary={t("until", { time: formatTime(target.until), who: target.created_by })}
            slotProps={{ primary: { sx: { overflowWrap: "anywhere", pr: 8 } } }}
          />
        </ListItem>
      ))}
    </List>
  );
}
