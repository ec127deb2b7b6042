import { toNestErrors } from "@hookform/resolvers";
import type { FormField } from "@tollgate/contract/form-field";
import { type NoticeEvent, noticeEvents, routineNoticeEvents } from "@tollgate/contract/notice-events";
import { type NoticeChannel, type NoticeChannelKind, noticeChannelForm } from "@tollgate/contract/notices";
import type { FieldError, FieldErrors, Resolver } from "react-hook-form";
import { formError } from "../../lib/forms/describe-problem";
import { formResolver } from "../../lib/forms/form-resolver";
import type { Language } from "../../lib/i18n/languages";
import { configFields, configTexts } from "../../widgets/descriptor-form/config-fields";
import { descriptorProblems } from "../../widgets/descriptor-form/form-paths";
import type { Kinds } from "./notices-queries";

/** What the editor of a channel holds. */
export interface ChannelValues {
  type: string;
  name: string;
  /** Disabled fields have no value; undefined where all of them are. */
  config: Record<string, unknown> | undefined;
  language: Language;
  events: NoticeEvent[];
  pause_minutes: number;
  enable: boolean;
}

export function newChannelValues(language: Language): ChannelValues {
  const events = noticeEvents.filter((event) => !routineNoticeEvents.includes(event));
  return { type: "", name: "", config: {}, language, events, pause_minutes: 60, enable: true };
}

export function valuesOfChannel(channel: NoticeChannel): ChannelValues {
  const { type, name, config, language, events, pause_minutes, enable } = channel;
  return { type, name, config: { ...config }, language, events, pause_minutes, enable };
}

/** The body of the call; `stored`: fields that the form may not change. */
export function bodyOfChannel(values: ChannelValues, stored: Readonly<Record<string, string>> = {}) {
  const { type: _type, config, ...rest } = values;
  return { ...rest, config: { ...stored, ...configTexts(config) } };
}

/** Fields of a kind outside the advanced section, which has addresses with defaults. */
export function plainFields({ fields, root_fields }: NoticeChannelKind): FormField[] {
  return configFields(fields.filter(({ name, required }) => required || !root_fields.includes(name)));
}

export function advancedFields({ fields, root_fields }: NoticeChannelKind): FormField[] {
  return configFields(fields.filter(({ name, required }) => !required && root_fields.includes(name)));
}

/** Paths of the secrets that the server holds. */
export const storedSecrets = (channel: NoticeChannel | undefined): string[] =>
  (channel?.secrets ?? []).map((name) => `config.${name}`);

/** The contract's schema and the fields of the kind, which may stay empty while the channel is disabled. */
export function channelResolver(kinds: Kinds, channel: NoticeChannel | undefined): Resolver<ChannelValues> {
  const check = formResolver(noticeChannelForm) as unknown as Resolver<ChannelValues>;
  const stored = new Set(storedSecrets(channel));
  return async (values, context, options) => {
    const sent = { ...bodyOfChannel(values), type: values.type } as unknown as ChannelValues;
    const { errors } = await check(sent, context, options);
    const fields = configFields(kinds.get(values.type)?.fields ?? []).map((field) =>
      values.enable && !stored.has(field.name) ? field : { ...field, required: false },
    );
    // Fields that this role cannot change are omitted; the server keeps their values.
    const config = { ...channel?.config, ...configTexts(values.config) };
    const problems = descriptorProblems(fields, { ...values, config });
    const ofKind = Object.fromEntries(problems.map((problem) => [problem.path, formError(problem)]));
    const all = {
      ...(toNestErrors(ofKind as Record<string, FieldError>, options) as FieldErrors<ChannelValues>),
      ...errors,
    };
    return Object.keys(all).length > 0 ? { values: {}, errors: all } : { values, errors: {} };
  };
}
