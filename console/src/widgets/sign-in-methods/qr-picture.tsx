import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSiteInfo } from "../../lib/site-info/site-info";

const side = 200;

/** The WeChat account's picture as the operator set it; a sentence where there is none or it cannot be fetched. */
export function QrPicture() {
  const { t } = useTranslation("sign-in-methods");
  const { wechat_qrcode } = useSiteInfo();
  const [broken, setBroken] = useState(false);
  if (wechat_qrcode === "" || broken) {
    return (
      <Typography variant="body2" sx={{ color: "text.secondary", textAlign: "center", py: 2 }}>
        {t("wechat.noPicture")}
      </Typography>
    );
  }
  return (
    // A white border also in the dark theme: QR readers need it.
    <Box
      sx={{
        width: side + 24,
        mx: "auto",
        p: 1.5,
        bgcolor: "#fff",
        border: 1,
        borderColor: "divider",
        borderRadius: 1.5,
      }}
    >
      <Box
        component="img"
        src={wechat_qrcode}
        alt={t("wechat.picture")}
        width={side}
        height={side}
        referrerPolicy="no-referrer"
        onError={() => setBroken(true)}
        sx={{ display: "block", objectFit: "contain" }}
      />
    </Box>
  );
}
