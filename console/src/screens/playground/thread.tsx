import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import { memo } from "react";
import { AnswerView } from "./answer-view";
import type { Conversation, Turn } from "./conversation";
import type { Playground } from "./playground-store";
import { PromptView } from "./prompt-view";

interface ThreadProps {
  conversation: Conversation;
  running: boolean;
  playground: Playground;
}

/** Prompts and answers, the oldest first; answers of several models side by side. */
export function Thread({ conversation, running, playground }: ThreadProps) {
  const { turns } = conversation;
  return (
    <Stack sx={{ gap: 3 }}>
      {turns.map((turn, index) => (
        <TurnView
          key={turn.id}
          turn={turn}
          following={turns.length - 1 - index}
          running={running}
          playground={playground}
        />
      ))}
    </Stack>
  );
}

interface TurnViewProps {
  turn: Turn;
  following: number;
  running: boolean;
  playground: Playground;
}

const TurnView = memo(function TurnView({ turn, following, running, playground }: TurnViewProps) {
  const { id, prompt, answers } = turn;
  return (
    <Stack sx={{ gap: 2, minWidth: 0 }}>
      <PromptView
        prompt={prompt}
        following={following}
        disabled={running}
        onResend={(next) => playground.resend(id, next)}
      />
      <Box
        sx={{
          display: "grid",
          gap: 2,
          alignItems: "start",
          gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 320px), 1fr))",
        }}
      >
        {answers.map((answer) => (
          <AnswerView
            key={answer.laneId}
            answer={answer}
            turnId={id}
            last={following === 0}
            playground={playground}
          />
        ))}
      </Box>
    </Stack>
  );
});
