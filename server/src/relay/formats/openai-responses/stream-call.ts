import { JoinedText } from "../../../platform/joined-text.ts";
import {
  type EventWriter,
  type StreamedItem,
  renderItemAdded,
  renderItemDone,
  renderWholeItem,
} from "./event-writer.ts";
import { createPlainInputReader, type PlainInputReader } from "./plain-input.ts";
import { type ItemIds, namesOf, renderCall, type StartedCall } from "./render-items.ts";
import type { ToolForm } from "./tool-forms.ts";
import type { WireItem, WireItemStatus } from "./wire.ts";

/**
 * A call of one of the caller's tools. Functions are streamed as their arguments arrive, custom tools as their text can
 * be decoded, built-in tools whole at the end, since their arguments are fields of the item.
 */
export class StreamedCall implements StreamedItem {
  item: WireItem | undefined;
  #events: EventWriter;
  #index: number;
  #ids: ItemIds;
  #call: StartedCall;
  #arguments = new JoinedText();
  #form: ToolForm | undefined;
  #plain: PlainInputReader | undefined;
  #input = new JoinedText();
  /** The caller's own name of the tool. */
  #name = "";
  #place = "";

  constructor(
    output: { events: EventWriter; index: number; ids: ItemIds },
    call: StartedCall,
    form?: ToolForm,
  ) {
    const { events, index, ids } = output;
    this.#events = events;
    this.#index = index;
    this.#ids = ids;
    this.#call = { ...call, id: call.id || ids.next("call") };
    this.#form = form;
  }

  open(): string {
    const form = this.#form;
    if (form !== undefined && form.kind !== "function" && form.kind !== "custom") return "";
    const names = namesOf(form ?? this.#call);
    this.#name = names.name;
    const base = { status: "in_progress" as const, call_id: this.#call.id, ...names };
    if (form?.kind === "custom") {
      this.#plain = createPlainInputReader();
      this.item = { id: this.#ids.next("ctc"), type: "custom_tool_call", ...base, input: "" };
    } else this.item = { id: this.#ids.next("fc"), type: "function_call", ...base, arguments: "" };
    this.#place = `"item_id":${JSON.stringify(this.item.id)},"output_index":${this.#index}`;
    return renderItemAdded(this.#events, this.#index, this.item);
  }

  arguments(text: string): string {
    this.#arguments.add(text);
    if (this.item === undefined || text === "") return "";
    if (this.#plain) return this.#addInput(this.#plain.push(text));
    return this.#events.write(
      "response.function_call_arguments.delta",
      `${this.#place},"delta":${JSON.stringify(text)}`,
    );
  }

  #addInput(text: string): string {
    if (text === "") return "";
    this.#input.add(text);
    return this.#events.write(
      "response.custom_tool_call_input.delta",
      `${this.#place},"delta":${JSON.stringify(text)}`,
    );
  }

  close(status: WireItemStatus): string {
    if (this.item === undefined) {
      const call = { ...this.#call, arguments: this.#arguments.toString() };
      this.item = { ...renderCall(call, this.#form, this.#ids), status };
      return renderWholeItem(this.#events, this.#index, this.item);
    }
    const whole = this.#plain ? this.#closeInput(this.#plain) : this.#closeArguments();
    this.item = { ...this.item, status };
    return whole + renderItemDone(this.#events, this.#index, this.item);
  }

  #closeInput(plain: PlainInputReader): string {
    const rest = this.#addInput(plain.end());
    const input = this.#input.toString();
    Object.assign(this.item ?? {}, { input });
    const fields = `${this.#place},"input":${JSON.stringify(input)}`;
    return rest + this.#events.write("response.custom_tool_call_input.done", fields);
  }

  #closeArguments(): string {
    const text = this.#arguments.toString() || "{}";
    Object.assign(this.item ?? {}, { arguments: text });
    const fields = `${this.#place},"arguments":${JSON.stringify(text)},"name":${JSON.stringify(this.#name)}`;
    return this.#events.write("response.function_call_arguments.done", fields);
  }
}
