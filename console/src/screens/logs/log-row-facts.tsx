import { toolPriceClasses, toolPriceKeys } from "@tollgate/contract/cost";
import type { LogRow } from "@tollgate/contract/logs";
import type { TFunction } from "i18next";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { MonoText } from "../../design-system/mono-text/mono-text";
import { formatNumber } from "../../lib/format-number";
import { passedOnPath } from "../../widgets/price-explanation/explain-log-row";
import { DurationText } from "../../widgets/duration-text/duration-text";
import { QuotaText } from "../../widgets/quota-text/quota-text";
import { formatName } from "./format-name";
import { tokensPerSecond } from "./log-duration";
import type { ListedFact } from "../../design-system/fact/fact-list";
import { cachedTokens, countsTokens } from "./counts-tokens";
import { ObjectLink } from "../../widgets/object-link/object-link";
import { OutcomeChip, outcomeReason } from "./outcome-chip";
import { LogTypeChip } from "./log-type-chip";
import { ToolCalls } from "./tool-calls";

/** The viewer: sees everyone's rows, and owns this row. */
export interface Viewer {
  everybody: boolean;
  own: boolean;
}

type Facts = (ListedFact | false)[];

/** A fact, or nothing where the row has no value. */
function fact(label: string, value: ReactNode): ListedFact | false {
  return value === undefined || value === null || value === "" || value === false ? false : { label, value };
}

const linked = (list: string, name: string) => name !== "" && <ObjectLink list={list} name={name} />;

/** A deleted channel has no name to look for. */
function channelLink({ channel_id: id, channel }: LogRow): ReactNode {
  if (id === 0) return null;
  if (!channel) return `#${id}`;
  return (
    <ObjectLink list="/panel/channel" name={channel.name}>
      {`${channel.name} #${id}`}
    </ObjectLink>
  );
}

function OutcomeOfRow({ row }: { row: LogRow }) {
  const { t } = useTranslation("logs");
  const reason = outcomeReason(t, row);
  return (
    <>
      <OutcomeChip row={row} /> {reason}
    </>
  );
}

/** Who called what, how it ended and how long it took. */
export function callFacts(t: TFunction<"logs">, row: LogRow, { everybody, own }: Viewer): Facts {
  const { first_response: first } = row.metadata;
  const rate = tokensPerSecond(row);
  return [
    fact(t("detail.outcome"), row.outcome && <OutcomeOfRow row={row} />),
    fact(t("detail.requested_model"), row.metadata.requested_model),
    fact(t("detail.token"), own ? linked("/panel/token", row.token_name) : row.token_name),
    everybody && fact(t("detail.user"), linked("/panel/user", row.username)),
    everybody && fact(t("detail.channel"), channelLink(row)),
    fact(t("detail.group"), row.metadata.group_name),
    fact(t("detail.duration"), row.request_time > 0 && <DurationText value={row.request_time} />),
    fact(t("detail.first_byte"), first !== undefined && first > 0 && <DurationText value={first} />),
    fact(
      t("detail.speed"),
      rate !== undefined && t("detail.tokens_per_second", { rate: formatNumber(rate, 1) }),
    ),
    ...(countsTokens(row) ? tokenFacts(t, row) : []),
  ];
}

/** How much went in and came out, which of the provider's tools ran, and who counted. */
function tokenFacts(t: TFunction<"logs">, row: LogRow): Facts {
  const { usage, usage_source: source } = row.metadata;
  const cached = cachedTokens(row);
  const tools = toolPriceKeys.some((key) => (usage?.[toolPriceClasses[key].tokenClass] ?? 0) > 0);
  return [
    fact(t("columns.input"), tokensText(t, row.prompt_tokens)),
    fact(t("columns.cached"), cached > 0 && tokensText(t, cached)),
    fact(t("columns.output"), tokensText(t, row.completion_tokens)),
    fact(t("detail.tools"), tools && <ToolCalls usage={usage ?? {}} />),
    fact(t("detail.usage_source"), source && t(`source.${source}`)),
  ];
}

const tokensText = (t: TFunction<"logs">, count: number): string =>
  t("detail.tokens", { count, number: formatNumber(count) });

/** A row that is no call: kind, who, and the amount where there is one. */
export function plainFacts(t: TFunction<"logs">, row: LogRow, { everybody }: Viewer): Facts {
  return [
    fact(t("detail.type"), <LogTypeChip type={row.type} />),
    fact(t("detail.user"), everybody ? linked("/panel/user", row.username) : row.username),
    fact(t("detail.amount"), row.quota !== 0 && <QuotaText value={row.quota} exact signed />),
    fact(t("detail.source_ip"), row.source_ip && <MonoText copy>{row.source_ip}</MonoText>),
  ];
}

/** Ids for a support request about a call. */
export function technicalFacts(t: TFunction<"logs">, row: LogRow): Facts {
  const { upstream_request_id: upstreamId, upstream_model: upstreamModel, format, native } = row.metadata;
  const requestId = row.request_id;
  const path = passedOnPath(row);
  return [
    fact(t("detail.request_id"), requestId && copied(requestId)),
    fact(t("detail.upstream_request_id"), upstreamId && copied(upstreamId)),
    fact(
      t("detail.upstream_model"),
      upstreamModel !== row.model_name && upstreamModel && copied(upstreamModel),
    ),
    fact(t("detail.path"), path !== undefined && copied(path)),
    fact(t("detail.format"), format && formatName(t, format)),
    fact(t("detail.way"), native !== undefined && t(native ? "detail.native" : "detail.translated")),
    fact(t("detail.source_ip"), row.source_ip && copied(row.source_ip)),
  ];
}

function copied(text: string) {
  return (
    <MonoText copy wrap>
      {text}
    </MonoText>
  );
}
