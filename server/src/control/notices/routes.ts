import { parseOrder } from "@tollgate/contract/list-query";
import {
  createNoticeChannel,
  deleteNoticeChannel,
  getNoticeChannel,
  listNoticeChannelKinds,
  listNoticeChannels,
  listNotices,
  testNoticeChannel,
  updateNoticeChannel,
} from "@tollgate/contract/notices";
import type { RegisterEndpoint } from "../../http/register-endpoint.ts";
import type { NoticeService } from "./service.ts";

export function registerNoticeRoutes(register: RegisterEndpoint, { channels, history }: NoticeService): void {
  register(listNoticeChannelKinds, () => channels.kinds());
  register(listNotices, ({ query }) => history({ ...query, order: parseOrder(query.order) }));
  register(listNoticeChannels, ({ query }) => channels.list({ ...query, order: parseOrder(query.order) }));
  register(getNoticeChannel, ({ params }) => channels.get(params.id));
  register(createNoticeChannel, ({ actor, body }) => channels.create(actor, body));
  register(updateNoticeChannel, ({ actor, body, fixed }) => channels.update(actor, body, fixed));
  register(deleteNoticeChannel, async ({ actor, params }) => {
    await channels.delete(actor, params.id);
    return null;
  });
  register(testNoticeChannel, async ({ actor, body }) => {
    await channels.test(actor, body);
    return null;
  });
}
