import type { Migration } from "./migration.ts";

/** Custom names and icons of model owners, and custom descriptions of models. */
export const modelCatalog: Migration = {
  name: "0020-model-catalog",
  creates: ["model_owners", "model_infos"],
  async up(schema, dialect) {
    const { bigint } = dialect;
    await schema.schema
      .createTable("model_owners")
      .addColumn("id", "integer", (c) => c.primaryKey().notNull())
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("icon", "text", (c) => c.notNull())
      .execute();

    await schema.schema
      .createTable("model_infos")
      .addColumn("id", dialect.identityType, dialect.identity)
      .addColumn("model", "text", (c) => c.notNull().unique())
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("description", "text", (c) => c.notNull())
      .addColumn("context_length", bigint, (c) => c.notNull())
      .addColumn("max_tokens", bigint, (c) => c.notNull())
      .addColumn("input_modalities", "text", (c) => c.notNull())
      .addColumn("output_modalities", "text", (c) => c.notNull())
      .addColumn("tags", "text", (c) => c.notNull())
      .addColumn("support_url", "text", (c) => c.notNull())
      .addColumn("created_at", bigint, (c) => c.notNull())
      .addColumn("updated_at", bigint, (c) => c.notNull())
      .execute();
  },
};
