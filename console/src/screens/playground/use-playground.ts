import { useEffect, useMemo } from "react";
import { usePlaygroundKey } from "../../lib/session/playground-key";
import { session } from "../../lib/session/session";
import { useStore } from "../../lib/store";
import { openConversationStorage } from "./conversation-storage";
import { Playground, type PlaygroundState } from "./playground-store";

/** The playground of the signed-in user. Leaving the screen stops what runs. */
export function usePlayground(
  userId: number,
  model: string,
): { playground: Playground; state: PlaygroundState; getKey: (renew: boolean) => Promise<string> } {
  const getKey = usePlaygroundKey();
  // The list of models may change during a chat; its first one is only the default of a first conversation.
  const playground = useMemo(
    () =>
      new Playground({
        storage: openConversationStorage(userId),
        model,
        getKey,
        isSignedIn: () => session.user()?.id === userId,
      }),
    // oxlint-disable-next-line react/exhaustive-deps -- another first model must not drop the conversation
    [userId, getKey],
  );
  useEffect(() => {
    void playground.load();
    return () => playground.dispose();
  }, [playground]);
  return { playground, state: useStore(playground.state), getKey };
}
