import Fastify from "fastify";
import { expect, it } from "vitest";
import { registerSecurityText } from "../../src/http/security-text.ts";

it("contains the contact for reporting a vulnerability, with an expiry, and does not exist while no contact is set", async () => {
  const app = Fastify();
  const set = { contact: "", address: "" };
  registerSecurityText(app, {
    contact: () => set.contact,
    ownAddress: () => set.address,
    now: () => 1_793_700_000,
  });
  const read = () => app.inject({ method: "GET", url: "/.well-known/security.txt" });
  expect((await read()).statusCode).toBe(404);
  set.contact = "mailto:security@example.com";
  set.address = "https://ai.example.com";
  const answer = await read();
  expect(answer.headers["content-type"]).toBe("text/plain; charset=utf-8");
  expect(answer.body).toBe(
    [
      "Contact: mailto:security@example.com",
      "Expires: 2027-05-02T00:00:00.000Z",
      "Canonical: https://ai.example.com/.well-known/security.txt",
      "",
    ].join("\n"),
  );
  await app.close();
});
