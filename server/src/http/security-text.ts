import type { FastifyInstance } from "fastify";

/** RFC 9116 requires the file to expire within a year, so that a forgotten one is not trusted forever. */
const validSeconds = 180 * 86_400;

/** `/.well-known/security.txt`: the contact for reporting a vulnerability; 404 while no contact is set. */
export function registerSecurityText(
  app: FastifyInstance,
  deps: { contact(): string; ownAddress(): string; now(): number },
): void {
  app.get("/.well-known/security.txt", async (_request, reply) => {
    const contact = deps.contact();
    void reply.type("text/plain; charset=utf-8");
    if (contact === "") return reply.code(404).send("");
    const own = deps.ownAddress();
    const lines = [
      `Contact: ${contact}`,
      // Rounded to the day: all requests of one day get the same file.
      `Expires: ${new Date(Math.floor((deps.now() + validSeconds) / 86_400) * 86_400_000).toISOString()}`,
      ...(own === "" ? [] : [`Canonical: ${own}/.well-known/security.txt`]),
    ];
    return reply.send(`${lines.join("\n")}\n`);
  });
}
