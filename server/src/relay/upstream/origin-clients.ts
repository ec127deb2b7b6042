/** A client of one origin. */
interface OriginClient {
  /** No connection is open. */
  isUnused(): boolean;
  close(): void | Promise<void>;
}

/** More than an installation's channels; callers and platforms name other origins, each with a client of its own. */
const mostUnused = 500;

/** Clients by key. Once there are many, unused ones are closed and forgotten. */
export function createOriginClients<Client extends OriginClient>(most = mostUnused) {
  const clients = new Map<string, Client>();
  let allowed = most;

  function forgetUnused(): void {
    for (const [key, client] of clients) {
      if (!client.isUnused()) continue;
      clients.delete(key);
      void client.close();
    }
    // Used clients are not looked at again for every new one.
    allowed = clients.size + most;
  }

  return {
    get(key: string, create: () => Client): Client {
      let client = clients.get(key);
      if (!client) {
        client = create();
        if (clients.size >= allowed) forgetUnused();
        clients.set(key, client);
      }
      return client;
    },
    size: () => clients.size,
    async close(): Promise<void> {
      await Promise.all([...clients.values()].map(async (client) => client.close()));
    },
  };
}
