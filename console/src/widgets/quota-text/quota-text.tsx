import { exactQuota, formatQuota } from "@tollgate/contract/quota";
import Tooltip from "@mui/material/Tooltip";
import { formatCost } from "../../lib/format-number";
import { useQuotaFormat } from "../../lib/site-info/site-info";

export interface QuotaTextProps {
  /** Integer quota. */
  value: number;
  /** The cost of one call, or a whole balance: with six decimals. */
  exact?: boolean;
  /** Writes a plus before an amount that was credited, so that it does not read as a cost. */
  signed?: boolean;
}

/** Not a styled component: lists have hundreds of amounts. */
const figure = { fontVariantNumeric: "tabular-nums", whiteSpace: "nowrap" } as const;

/** An amount as the site shows amounts; the whole one, in dollars and quota, on hover. */
export function QuotaText(props: QuotaTextProps) {
  const format = useQuotaFormat();
  return (
    <Tooltip title={exactQuota(props.value, format.quotaPerUnit)}>
      <span style={figure}>
        {props.signed && props.value > 0 && "+"}
        {props.exact ? formatCost(props.value, format) : formatQuota(props.value, format)}
      </span>
    </Tooltip>
  );
}
