import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Provider, { type Configuration } from "oidc-provider";

export interface OidcPerson {
  sub: string;
  preferred_username?: string;
  name?: string;
  email?: string;
  email_verified?: boolean;
  picture?: string;
}

export interface OidcStandIn {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The person who approves. */
  person: OidcPerson;
  /** Goes through the provider's pages like a browser; returns the redirect target. */
  visit(address: string): Promise<URL>;
  stop(): Promise<void>;
}

/** A real OpenID provider on the loopback without prompts: every visitor is `person`. */
export async function startOidcStandIn(redirectUris: string[]): Promise<OidcStandIn> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const people = new Map<string, OidcPerson>();
  const provider = new Provider(issuer, configure(redirectUris, people));
  // Suppresses the provider's warning about development interactions, which are used on purpose.
  const callback = provider.callback();
  server.on("request", (request, response) => {
    if (!request.url?.startsWith("/say-yes/")) {
      void callback(request, response);
      return;
    }
    people.set(standIn.person.sub, standIn.person);
    void approve(provider, standIn.person.sub, request, response);
  });

  const standIn: OidcStandIn = {
    issuer,
    clientId: "tollgate",
    clientSecret: "oidc-client-secret-of-thirty-two-characters",
    person: { sub: "unset" },
    visit: (address) => follow(address, issuer),
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return standIn;
}

function configure(redirectUris: string[], people: Map<string, OidcPerson>): Configuration {
  return {
    clients: [
      {
        client_id: "tollgate",
        client_secret: "oidc-client-secret-of-thirty-two-characters",
        redirect_uris: redirectUris,
        grant_types: ["authorization_code"],
        response_types: ["code"],
      },
    ],
    claims: {
      openid: ["sub"],
      email: ["email", "email_verified"],
      profile: ["name", "picture", "preferred_username"],
    },
    pkce: { required: () => true },
    cookies: { keys: ["stand-in"] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, interaction) => `/say-yes/${interaction.uid}` },
    ttl: { Session: 600, Grant: 600, Interaction: 600, AccessToken: 600, IdToken: 600 },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ ...people.get(sub), sub }) }),
  };
}

/** Signs the person in and consents to everything, in one request. */
async function approve(
  provider: Provider,
  accountId: string,
  request: Parameters<Provider["interactionDetails"]>[0],
  response: Parameters<Provider["interactionDetails"]>[1],
): Promise<void> {
  const { params } = await provider.interactionDetails(request, response);
  const grant = new provider.Grant({ accountId, clientId: String(params["client_id"]) });
  grant.addOIDCScope(String(params["scope"]));
  const grantId = await grant.save();
  await provider.interactionFinished(request, response, {
    login: { accountId, remember: false },
    consent: { grantId },
  });
}

async function follow(address: string, issuer: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let next = new URL(address);
  for (let hop = 0; hop < 10 && next.origin === issuer; hop += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(next, { redirect: "manual", headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const at = pair.indexOf("=");
      cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const location = response.headers.get("location");
    if (location === null)
      throw new Error(`the provider stopped at ${next.pathname}: ${await response.text()}`);
    next = new URL(location, next);
  }
  return next;
}
