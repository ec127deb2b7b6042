import type { Insertable, Selectable, Updateable } from "kysely";
import type { Queries } from "../database.ts";
import type { PaymentGatewaysTable } from "../tables/payments.ts";
import { beginsWith, offsetOf, orderBy, type PageRequest, type RowPage } from "./list-page.ts";

export type PaymentGatewayRow = Selectable<PaymentGatewaysTable>;
export type PaymentGatewayRepository = ReturnType<typeof createPaymentGatewayRepository>;

export interface GatewayFilter {
  type: string;
  /** Prefix of the name. */
  name: string;
  uuid: string;
  currency: string;
}

/** What a gateway is set up with at its provider. */
const setUpWith = ["config_encrypted", "notify_domain", "enable", "currency", "exchange_rate"] as const;

const orderable = ["id", "uuid", "name", "type", "sort", "enable", "created_at"];

export function createPaymentGatewayRepository(queries: Queries) {
  const living = () => queries.selectFrom("payment_gateways").where("deleted_time", "=", 0);
  const filtered = ({ type, name, uuid, currency }: GatewayFilter) =>
    living()
      .$if(type !== "", (query) => query.where("type", "=", type))
      .$if(name !== "", (query) => query.where((b) => beginsWith<"payment_gateways">(b, "name", name)))
      .$if(uuid !== "", (query) => query.where("uuid", "=", uuid))
      .$if(currency !== "", (query) => query.where("currency", "=", currency));
  return {
    page: async (request: PageRequest, filter: GatewayFilter): Promise<RowPage<PaymentGatewayRow>> => ({
      rows: await orderBy(filtered(filter).selectAll(), request.order, orderable, "id")
        .limit(request.size)
        .offset(offsetOf(request))
        .execute(),
      total: (
        await filtered(filter)
          .select((b) => b.fn.countAll<number>().as("count"))
          .executeTakeFirstOrThrow()
      ).count,
    }),

    /** In the order in which customers see them. */
    enabled: (): Promise<PaymentGatewayRow[]> =>
      living().where("enable", "=", 1).selectAll().orderBy("sort", "desc").orderBy("id").execute(),

    find: (id: number): Promise<PaymentGatewayRow | undefined> =>
      living().where("id", "=", id).selectAll().executeTakeFirst(),

    /** Deleted ones, too: their orders can still be paid. */
    findAny: (id: number): Promise<PaymentGatewayRow | undefined> =>
      queries.selectFrom("payment_gateways").where("id", "=", id).selectAll().executeTakeFirst(),

    /** Deleted ones, too. */
    findByUuid: (uuid: string): Promise<PaymentGatewayRow | undefined> =>
      queries.selectFrom("payment_gateways").where("uuid", "=", uuid).selectAll().executeTakeFirst(),

    insert: (row: Insertable<PaymentGatewaysTable>): Promise<PaymentGatewayRow> =>
      queries.insertInto("payment_gateways").values(row).returningAll().executeTakeFirstOrThrow(),

    /**
     * Undefined if it is gone, or what its provider was set up with has changed since it was read: the account, the
     * address, the currency, or whether it is enabled.
     */
    update: (
      { id, ...read }: Pick<PaymentGatewayRow, "id" | (typeof setUpWith)[number]>,
      change: Updateable<PaymentGatewaysTable>,
    ): Promise<PaymentGatewayRow | undefined> =>
      queries
        .updateTable("payment_gateways")
        .set(change)
        .where("id", "=", id)
        .where((b) => b.and(setUpWith.map((column) => b(column, "=", read[column]))))
        .where("deleted_time", "=", 0)
        .returningAll()
        .executeTakeFirst(),
  };
}
