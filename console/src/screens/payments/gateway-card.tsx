import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import type { Gateway } from "@tollgate/contract/payments";
import { formatDollars } from "../../lib/format-number";
import type { Kinds } from "./gateway-values";
import {
  type GatewayCellActions,
  GatewayName,
  GatewaySwitch,
  GatewayType,
  percentText,
} from "./gateways-columns";

/** A gateway on a phone: its name, its kind and fee, whether customers are offered it. */
export function GatewayCard(props: { gateway: Gateway; kinds: Kinds; actions: GatewayCellActions }) {
  const { gateway, kinds, actions } = props;
  const fees = [
    gateway.percent_fee > 0 && percentText(gateway),
    gateway.fixed_fee > 0 && formatDollars(gateway.fixed_fee),
  ].filter(Boolean);
  return (
    <Stack sx={{ gap: 1 }}>
      <GatewayName gateway={gateway} actions={actions} />
      <Stack direction="row" sx={{ gap: 1.5, flexWrap: "wrap", typography: "body2", alignItems: "center" }}>
        <GatewayType kind={kinds.get(gateway.type)} type={gateway.type} />
        <Box component="span">{gateway.currency}</Box>
        {fees.length > 0 && <Box component="span">{`+ ${fees.join(" + ")}`}</Box>}
      </Stack>
      <GatewaySwitch gateway={gateway} actions={actions} />
    </Stack>
  );
}
