/** Listeners of one process, by topic. */
export interface Topics {
  add(topic: string, listener: (message: string) => void): () => void;
  publish(topic: string, message: string): void;
  has(topic: string): boolean;
}

export function createTopics(): Topics {
  const listeners = new Map<string, Set<(message: string) => void>>();
  return {
    add(topic, listener) {
      let all = listeners.get(topic);
      if (!all) listeners.set(topic, (all = new Set()));
      all.add(listener);
      return () => {
        all.delete(listener);
        if (all.size === 0 && listeners.get(topic) === all) listeners.delete(topic);
      };
    },
    publish(topic, message) {
      for (const listener of listeners.get(topic) ?? []) listener(message);
    },
    has: (topic) => listeners.has(topic),
  };
}
