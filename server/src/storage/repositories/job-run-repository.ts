import type { Queries } from "../database.ts";
import type { JobRunsTable } from "../tables/job-runs.ts";

export type JobRunRepository = ReturnType<typeof createJobRunRepository>;

/** Decides which of several processes runs a job. Every deciding method is one statement, so that one process wins. */
export function createJobRunRepository(queries: Queries) {
  const mine = (name: string, holder: string) =>
    queries.updateTable("job_runs").where("name", "=", name).where("holder", "=", holder);
  return {
    find: (name: string): Promise<JobRunsTable | undefined> =>
      queries.selectFrom("job_runs").selectAll().where("name", "=", name).executeTakeFirst(),

    /** When each job was last started, epoch seconds. */
    starts: async (): Promise<Map<string, number>> => {
      const rows = await queries.selectFrom("job_runs").select(["name", "started_at"]).execute();
      return new Map(rows.map((row) => [row.name, row.started_at]));
    },

    /**
     * Takes the turn of a job whose last start was at `dueSince` or before; false if it is not due, or another process
     * took it. A start that is an interval ahead was written by a wrong clock: the job is due.
     */
    claimTurn: async (name: string, now: number, dueSince: number): Promise<boolean> => {
      const row = await queries
        .insertInto("job_runs")
        .values({ name, started_at: now, holder: "", held_until: 0, progress: "" })
        .onConflict((conflict) =>
          conflict
            .column("name")
            .doUpdateSet({ started_at: now })
            .where((b) =>
              b.or([
                b("job_runs.started_at", "<=", dueSince),
                b("job_runs.started_at", ">", now + (now - dueSince)),
              ]),
            ),
        )
        .returning("name")
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Begins a run that no other process holds; a holder without a recent heartbeat does not count. */
    hold: async (
      name: string,
      run: { holder: string; now: number; until: number; progress: string },
    ): Promise<boolean> => {
      const values = {
        started_at: run.now,
        holder: run.holder,
        held_until: run.until,
        progress: run.progress,
      };
      const row = await queries
        .insertInto("job_runs")
        .values({ name, ...values })
        .onConflict((conflict) =>
          conflict
            .column("name")
            .doUpdateSet(values)
            .where((b) => b.or([b("job_runs.holder", "=", ""), b("job_runs.held_until", "<", run.now)])),
        )
        .returning("name")
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Renews the holder's heartbeat; false if another one took over. */
    renew: async (name: string, holder: string, until: number): Promise<boolean> =>
      (await mine(name, holder).set({ held_until: until }).executeTakeFirst()).numUpdatedRows > 0n,

    report: async (name: string, holder: string, progress: string): Promise<void> => {
      await mine(name, holder).set({ progress }).execute();
    },

    /** Ends the run; its last report stays. */
    release: async (name: string, holder: string, progress: string): Promise<void> => {
      await mine(name, holder).set({ holder: "", held_until: 0, progress }).execute();
    },
  };
}
