import { createRedemptionRepository } from "../../src/storage/repositories/redemption-repository.ts";
import { defineCases } from "./cases.ts";
import { newRow } from "./new-row.ts";

const page = { page: 2, size: 20, order: [{ field: "name", descending: false }] };
const all = { keyword: "", hash: "h", status: 0, now: 100 };

export const redemptionCases = {
  "redemption-repository": defineCases(({ database }) => createRedemptionRepository(database.queries), {
    page: {
      "of all": (codes) => codes.page(page, all),
      "by keyword, enabled": (codes) => codes.page(page, { ...all, keyword: "k", status: 1 }),
      used: (codes) => codes.page(page, { ...all, status: 3 }),
      expired: (codes) => codes.page(page, { ...all, status: 4 }),
    },
    count: (codes) => codes.count(all),
    find: (codes) => codes.find(1),
    findMany: (codes) => codes.findMany([1, 2]),
    findByHash: (codes) => codes.findByHash("h"),
    findSealed: (codes) => codes.findSealed(1),
    stretch: (codes) => codes.stretch(all, 1000, 500),
    insert: (codes) => codes.insert([newRow("redemptions"), newRow("redemptions", { code_hash: "y" })]),
    update: (codes) => codes.update([1, 2], { status: 2 }),
    updateMatching: (codes) => codes.updateMatching(all, 1),
    delete: (codes) => codes.delete([1, 2], 100),
    deleteMatching: (codes) => codes.deleteMatching(all),
    claim: (codes) => codes.claim({ id: 1, quota: 5 }, 7, 100),
  }),
};
