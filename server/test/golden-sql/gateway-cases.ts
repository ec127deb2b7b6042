import {
  createChannelEventRepository,
  type NewChannelEvent,
} from "../../src/storage/repositories/channel-event-repository.ts";
import {
  type ChannelHealthRow,
  createChannelHealthRepository,
} from "../../src/storage/repositories/channel-health-repository.ts";
import {
  type ChannelFilter,
  type ChannelReach,
  type ChannelRow,
  createChannelRepository,
  type NewChannel,
} from "../../src/storage/repositories/channel-repository.ts";
import {
  captureTargetsAt,
  createCaptureRepository,
} from "../../src/storage/repositories/capture-repository.ts";
import { createJobRunRepository } from "../../src/storage/repositories/job-run-repository.ts";
import { createModelInfoRepository } from "../../src/storage/repositories/model-info-repository.ts";
import { createModelOwnerRepository } from "../../src/storage/repositories/model-owner-repository.ts";
import { createOptionRepository } from "../../src/storage/repositories/option-repository.ts";
import { createPriceRepository } from "../../src/storage/repositories/price-repository.ts";
import { createResponseOriginRepository } from "../../src/storage/repositories/response-origin-repository.ts";
import { sealOldChannels } from "../../src/storage/repositories/seal-old-channels.ts";
import { sealedColumns } from "../../src/storage/repositories/secret-columns.ts";
import {
  createTranslatedItemRepository,
  itemTables,
} from "../../src/storage/repositories/translated-item-repository.ts";
import { createSecretBox } from "../../src/platform/secret-box.ts";
import { defineCases } from "./cases.ts";
import { newRow } from "./new-row.ts";

const secretBox = createSecretBox(Buffer.alloc(32, 1));
const page = { page: 2, size: 20, order: [{ field: "name", descending: true }] };
const all: ChannelFilter = { keyword: "", type: 0, status: 0, group: "", model: "", tag: "" };
const reach = newRow<ChannelReach>("channels");
const event = newRow<NewChannelEvent>("channel_events");

export const gatewayCases = {
  "channel-repository": defineCases(({ database }) => createChannelRepository(database.queries, secretBox), {
    find: (channels) => channels.find(1),
    findWithReach: (channels) => channels.findWithReach(1),
    allWithStatus: (channels) => channels.allWithStatus([1, 3]),
    statusesOf: (channels) => channels.statusesOf([1, 2]),
    page: {
      "of all": (channels) => channels.page(page, all),
      "by every field": (channels) =>
        channels.page(page, {
          keyword: "k",
          type: 1,
          status: 1,
          group: "g",
          model: "m",
          tag: "t",
          other: "o",
          test_model: "m",
          keyHint: "abcd",
          byTag: "untagged",
        }),
      "one for each tag": (channels) => channels.page(page, { ...all, byTag: "tags" }),
      "with one for each tag": (channels) => channels.page(page, { ...all, byTag: "both" }),
    },
    tags: (channels) => channels.tags(),
    taggedRows: (channels) => channels.taggedRows(),
    withIds: (channels) => channels.withIds([1, 2]),
    withTag: (channels) => channels.withTag("t"),
    allOffers: (channels) => channels.allOffers(),
    allPlugins: (channels) => channels.allPlugins(),
    namesOf: (channels) => channels.namesOf([1, 2]),
    any: (channels) => channels.any(),
    insert: (channels) => channels.insert(newRow<NewChannel>("channels")),
    update: (channels) => channels.update([1, 2], { status: 1, tag: "t" }),
    updateModels: (channels) => channels.updateModels(1, "[]", { models: "[]" }),
    lockAtAddress: (channels) => channels.lockAtAddress(1, reach),
    lockWithTag: (channels) => channels.lockWithTag(1, "t"),
    updateIfSameReach: (channels) => channels.updateIfSameReach(1, reach, { capabilities: "{}" }),
    changeUnsupported: (channels) =>
      channels.changeUnsupported(newRow<ChannelRow>("channels", { id: 1 }), "[]"),
    changeStatus: {
      "without a call": (channels) => channels.changeStatus(1, 1, 3, { reason: "r", problem: "p" }),
      "after a call": (channels) => channels.changeStatus(1, 1, 3, { reason: "r", problem: "p", reach }),
    },
  }),
  "channel-event-repository": defineCases(({ database }) => createChannelEventRepository(database.queries), {
    insert: (events) => events.insert([event, event]),
    page: (events) => events.page(1, page),
    hasOfKey: (events) => events.hasOfKey(1, { kind: "k", keyHint: "abcd", keyIndex: 0, since: 5 }),
    newestWithoutRequest: (events) => events.newestWithoutRequest([1, 2], ["a", "b"]),
    prune: (events) => events.prune(1, ["a", "b"], 100),
    deleteOf: (events) => events.deleteOf([1, 2]),
  }),
  "channel-health-repository": defineCases(
    ({ database }) => createChannelHealthRepository(database.queries),
    {
      add: (health) => health.add([newRow<ChannelHealthRow>("channel_health")]),
      since: (health) => health.since([1, 2], 300, 5),
      allSince: (health) => health.allSince(300, 5),
      living: (health) => health.living(),
      deleteBefore: (health) => health.deleteBefore(300, 5),
    },
  ),
  "capture-repository": defineCases(
    ({ database: { queries } }) => ({
      ...createCaptureRepository(queries),
      captureTargetsAt: (now: number) => captureTargetsAt(queries, now),
    }),
    {
      captureTargetsAt: (captures) => captures.captureTargetsAt(5),
      putTarget: (captures) => captures.putTarget(newRow("capture_targets")),
      findTarget: (captures) => captures.findTarget(1),
      deleteTarget: (captures) => captures.deleteTarget(1),
      tokensOf: (captures) => captures.tokensOf([7]),
      channelsOf: (captures) => captures.channelsOf([3]),
      insert: (captures) => captures.insert(newRow("captures")),
      find: (captures) => captures.find("r"),
      findHead: (captures) => captures.findHead("r"),
      deleteBefore: (captures) => captures.deleteBefore(5, 100),
      totalBytes: (captures) => captures.totalBytes(),
    },
  ),
  "job-run-repository": defineCases(({ database }) => createJobRunRepository(database.queries), {
    find: (runs) => runs.find("job"),
    starts: (runs) => runs.starts(),
    claimTurn: (runs) => runs.claimTurn("job", 20, 10),
    hold: (runs) => runs.hold("job", { holder: "h", now: 20, until: 30, progress: "" }),
    renew: (runs) => runs.renew("job", "h", 30),
    report: (runs) => runs.report("job", "h", "half"),
    release: (runs) => runs.release("job", "h", "all"),
  }),
  "model-info-repository": defineCases(({ database }) => createModelInfoRepository(database.queries), {
    all: (infos) => infos.all(),
    find: (infos) => infos.find(1),
    findByModel: (infos) => infos.findByModel("m"),
    insert: (infos) => infos.insert(newRow("model_infos")),
    update: (infos) => infos.update(1, { name: "n" }),
    delete: (infos) => infos.delete(1),
  }),
  "model-owner-repository": defineCases(({ database }) => createModelOwnerRepository(database.queries), {
    all: (owners) => owners.all(),
    insert: (owners) => owners.insert(newRow("model_owners", { id: 1 })),
    put: (owners) => owners.put(newRow("model_owners", { id: 1 })),
    delete: (owners) => owners.delete(1),
  }),
  "option-repository": defineCases(({ database }) => createOptionRepository(database.queries), {
    all: (options) => options.all(),
    set: (options) => options.set("key", "value"),
    remove: (options) => options.remove("key"),
    claim: (options) => options.claim(),
  }),
  "price-repository": defineCases(({ database }) => createPriceRepository(database.queries), {
    all: (prices) => prices.all(),
    find: (prices) => prices.find("m"),
    any: (prices) => prices.any(),
    insert: (prices) => prices.insert(newRow("prices")),
    put: (prices) => prices.put([newRow("prices"), newRow("prices")]),
    insertMissing: (prices) => prices.insertMissing([newRow("prices"), newRow("prices")]),
    update: (prices) => prices.update("m", newRow("prices")),
    delete: (prices) => prices.delete(["m", "n"]),
  }),
  "response-origin-repository": defineCases(
    ({ database }) => createResponseOriginRepository(database.queries),
    {
      findAll: (origins) => origins.findAll(["a", "b"]),
      deleteBefore: (origins) => origins.deleteBefore(5, 1000),
    },
  ),
  "translated-item-repository": defineCases(
    ({ database }) => createTranslatedItemRepository(database.queries),
    {
      findAll: (items) => items.findAll(1, ["a", "b"], 5),
      listGroups: (items) => items.listGroups(1, [5, 6], 5),
      findGroups: (items) => items.findGroups([7, 8]),
      deleteBefore: async (items) => {
        for (const table of itemTables) await items.deleteBefore(table, 5, 1000);
      },
      deleteOldest: async (items) => {
        for (const table of itemTables) await items.deleteOldest(table, 1000);
      },
      totalBytes: (items) => items.totalBytes("translated_items"),
    },
  ),
  "seal-old-channels": defineCases(
    ({ database }) => ({ sealOldChannels: () => sealOldChannels(database.queries, secretBox) }),
    { sealOldChannels: (file) => file.sealOldChannels() },
    {
      key_encrypted: secretBox.seal("key", sealedColumns.channelKey(1)),
      proxy: "http://proxy.example",
      model_headers: "{}",
      custom_parameter: "",
      plugin: "v1.sealed",
    },
  ),
};
