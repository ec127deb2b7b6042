import {
  type StandInReply,
  type StandInRequest,
  type StandInServer,
  startStandInServer,
} from "./stand-in-server.ts";

/** A message service: how it reads a call, and how it responds. */
export interface NoticeService {
  /** The message as people see it; a text that starts with `rejected: ` states what is wrong with the call. */
  read(request: StandInRequest): string;
  accepted: StandInReply;
  rejected: StandInReply;
}

export interface NoticeStandIn extends StandInServer {
  /** Accepted messages, oldest first. */
  messages: string[];
  calls: StandInRequest[];
  /** The next responses, each used once, whatever is sent. */
  replies: StandInReply[];
}

/** A third-party message service on the loopback, which accepts what its `read` accepts. */
export async function startNoticeStandIn(service: NoticeService): Promise<NoticeStandIn> {
  const standIn: NoticeStandIn = {
    ...(await startStandInServer((request) => {
      standIn.calls.push(request);
      const reply = standIn.replies.shift();
      if (reply !== undefined) return reply;
      const message = service.read(request);
      if (message.startsWith("rejected: ")) return service.rejected;
      standIn.messages.push(message);
      return service.accepted;
    })),
    messages: [],
    calls: [],
    replies: [],
  };
  return standIn;
}
