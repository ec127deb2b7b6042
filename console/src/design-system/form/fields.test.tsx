import { act, screen } from "@testing-library/react";
import { type UseFormReturn, useForm } from "react-hook-form";
import { describe, expect, it } from "vitest";
import { renderApp } from "../../../test/render-app";
import { AmountField } from "../amount-field/amount-field";
import { JsonField } from "./json-field";
import { splitEntries } from "./list-field";
import { MapField } from "./map-field";
import { NumberField } from "./number-field";
import { SecretField } from "./secret-field";
import { SelectField } from "./select-field";
import { SwitchField } from "./switch-field";
import { TextField } from "./text-field";

interface Values {
  name: string;
  key: string;
  weight: number;
  on: boolean;
  kind: number;
  json: string;
  map: string;
  quota: number;
}

let form: UseFormReturn<Values>;

function Form(props: { values?: Partial<Values>; keySet?: boolean }) {
  form = useForm<Values>({
    defaultValues: {
      name: "",
      key: "",
      weight: 1,
      on: false,
      kind: 2,
      json: "",
      map: "",
      quota: 500_000,
      ...props.values,
    },
  });
  const { control } = form;
  return (
    <form>
      <TextField control={control} name="name" label="Name" hint="As others see it" />
      <SecretField control={control} name="key" label="Key" isSet={props.keySet ?? false} setHint="…wxyz" />
      <NumberField control={control} name="weight" label="Weight" />
      <SwitchField control={control} name="on" label="On" />
      <SelectField
        control={control}
        name="kind"
        label="Kind"
        options={[
          { value: 1, label: "One" },
          { value: 2, label: "Two" },
        ]}
      />
      <JsonField control={control} name="json" label="Json" />
      <MapField control={control} name="map" label="Mapping" keyLabel="From" valueLabel="To" asJson />
      <AmountField control={control} name="quota" label="Amount" quotaPerUnit={500_000} />
    </form>
  );
}

describe("form fields", () => {
  it("show the problem instead of the hint", async () => {
    await renderApp(<Form />);
    expect(screen.getByLabelText("Name")).toHaveAccessibleDescription("As others see it");
    act(() => form.setError("name", { message: "Taken." }));
    expect(screen.getByLabelText("Name")).toHaveAccessibleDescription("Taken.");
    expect(screen.getByLabelText("Name")).toBeInvalid();
  });

  it("never show a secret that is set, and replace it only on request", async () => {
    const { person } = await renderApp(<Form keySet />);
    expect(screen.getByLabelText("Key")).toHaveValue("Set · …wxyz");
    await person.click(screen.getByRole("button", { name: "Replace" }));
    await person.type(screen.getByLabelText("Key"), "sk-new");
    expect(screen.getByLabelText("Key")).toHaveAttribute("type", "password");
    expect(form.getValues("key")).toBe("sk-new");
    await person.click(screen.getByRole("button", { name: "Keep current" }));
    expect(form.getValues("key")).toBe("");
    expect(screen.getByLabelText("Key")).toHaveValue("Set · …wxyz");
  });

  it("hold numbers, and NaN while the text is not a number", async () => {
    const { person } = await renderApp(<Form />);
    const weight = screen.getByLabelText("Weight");
    await person.clear(weight);
    expect(form.getValues("weight")).toBeNaN();
    await person.type(weight, "2.5");
    expect(form.getValues("weight")).toBe(2.5);
    act(() => form.setValue("weight", 7));
    expect(weight).toHaveValue("7");
  });

  it("hold switches and choices in their own types", async () => {
    const { person } = await renderApp(<Form />);
    await person.click(screen.getByRole("switch", { name: "On" }));
    expect(form.getValues("on")).toBe(true);
    await person.click(screen.getByRole("combobox", { name: "Kind" }));
    await person.click(await screen.findByRole("option", { name: "One" }));
    expect(form.getValues("kind")).toBe(1);
  });

  it("report line and column of invalid JSON immediately, also after a rejected save, and format valid JSON", async () => {
    const { person } = await renderApp(<Form />);
    await person.click(screen.getByLabelText("Json"));
    await person.paste('{\n"a":');
    expect(screen.getByText("Invalid JSON at line 2, column 5.")).toBeInTheDocument();
    act(() => form.setError("json", { message: "Not an object." }));
    expect(screen.getByLabelText("Json")).toHaveAccessibleDescription("Invalid JSON at line 2, column 5.");
    await person.paste("1}");
    await person.click(screen.getByRole("button", { name: "Format" }));
    expect(form.getValues("json")).toBe('{\n  "a": 1\n}');
  });

  it("edit a map line by line, as JSON text", async () => {
    const { person } = await renderApp(<Form values={{ map: '{"a":"b"}' }} />);
    expect(screen.getByLabelText("From 1")).toHaveValue("a");
    await person.click(screen.getByRole("button", { name: "Add" }));
    await person.type(screen.getByLabelText("From 2"), "c");
    await person.type(screen.getByLabelText("To 2"), "d");
    expect(form.getValues("map")).toBe('{"a":"b","c":"d"}');
    await person.click(screen.getByRole("button", { name: "Remove a" }));
    expect(form.getValues("map")).toBe('{"c":"d"}');
  });

  it("accept amounts in dollars or in quota and show both", async () => {
    const { person } = await renderApp(<Form />);
    const amount = screen.getByLabelText("Amount");
    expect(amount).toHaveValue("1");
    await person.clear(amount);
    await person.type(amount, "2.50");
    expect(form.getValues("quota")).toBe(1_250_000);
    expect(amount).toHaveValue("2.50");
    expect(screen.getByText("= 1,250,000 quota")).toBeInTheDocument();
    await person.click(screen.getByRole("button", { name: "quota" }));
    expect(amount).toHaveValue("1250000");
    expect(screen.getByText("= $2.50")).toBeInTheDocument();
  });

  it("split a pasted list", () => {
    expect(splitEntries(["a, b\nc", "b", " d；e "])).toEqual(["a", "b", "c", "d", "e"]);
  });
});
