import AccountBalanceOutlinedIcon from "@mui/icons-material/AccountBalanceOutlined";
import AccountBalanceWalletOutlinedIcon from "@mui/icons-material/AccountBalanceWalletOutlined";
import CreditCardOutlinedIcon from "@mui/icons-material/CreditCardOutlined";
import Box from "@mui/material/Box";
import { gatewayIcons } from "@tollgate/contract/payments";
import { type ReactNode, useState } from "react";

type BuiltInIcon = (typeof gatewayIcons)[number];

const drawing = { fontSize: "inherit" } as const;

/** Ground and sign of the built-in icons; white reads on each ground. */
const marks: Record<BuiltInIcon, { color: string; sign: ReactNode }> = {
  alipay: { color: "#1467D8", sign: "支" },
  wechat: { color: "#0A7F45", sign: "微" },
  card: { color: "#3B4A63", sign: <CreditCardOutlinedIcon sx={drawing} /> },
  bank: { color: "#5B4A8A", sign: <AccountBalanceOutlinedIcon sx={drawing} /> },
  paypal: { color: "#003087", sign: "P" },
  usdt: { color: "#177A5E", sign: "₮" },
  wallet: { color: "#7A4B12", sign: <AccountBalanceWalletOutlinedIcon sx={drawing} /> },
};

export const isBuiltInIcon = (icon: string): icon is BuiltInIcon => gatewayIcons.includes(icon as never);

interface GatewayIconProps {
  /** Name of a built-in icon, or the address of a picture. */
  icon: string;
  size?: number;
}

/** The sign of a way to pay. A picture that cannot be fetched becomes a wallet. */
export function GatewayIcon({ icon, size = 24 }: GatewayIconProps) {
  const [broken, setBroken] = useState<string>();
  const shape = { width: size, height: size, flexShrink: 0, borderRadius: `${Math.round(size / 4)}px` };
  if (!isBuiltInIcon(icon) && icon !== "" && broken !== icon) {
    return (
      <Box
        component="img"
        src={icon}
        alt=""
        referrerPolicy="no-referrer"
        onError={() => setBroken(icon)}
        sx={{ ...shape, objectFit: "contain" }}
      />
    );
  }
  const { color, sign } = marks[isBuiltInIcon(icon) ? icon : "wallet"];
  return (
    <Box
      aria-hidden
      component="span"
      sx={{
        ...shape,
        display: "inline-grid",
        placeItems: "center",
        fontSize: Math.round(size * 0.58),
        fontWeight: 700,
        lineHeight: 1,
        bgcolor: color,
        color: "#fff",
      }}
    >
      {sign}
    </Box>
  );
}
