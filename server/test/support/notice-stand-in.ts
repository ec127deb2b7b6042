import {
  type StandInReply,
  type StandInRequest,
  type StandInServer,
  startStandInServer,
} from "./stand-in-server.ts";

/** A message service: how it reads a call, and what it answers. */
export interface NoticeService {
  /** The message as people see it; a text that begins with `refused: ` says what is wrong with the call. */
  read(request: StandInRequest): string;
  accepted: StandInReply;
  refused: StandInReply;
}

export interface NoticeStandIn extends StandInServer {
  /** Accepted messages, oldest first. */
  messages: string[];
  calls: StandInRequest[];
  /** The next answers, each used once, whatever is sent. */
  replies: StandInReply[];
}

/** A message service of somebody else's on the loopback, which takes what its `read` accepts. */
export async function startNoticeStandIn(service: NoticeService): Promise<NoticeStandIn> {
  const standIn: NoticeStandIn = {
    ...(await startStandInServer((request) => {
      standIn.calls.push(request);
      const reply = standIn.replies.shift();
      if (reply !== undefined) return reply;
      const message = service.read(request);
      if (message.startsWith("refused: ")) return service.refused;
      standIn.messages.push(message);
      return service.accepted;
    })),
    messages: [],
    calls: [],
    replies: [],
  };
  return standIn;
}
