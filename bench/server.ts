import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fill, practised } from "./server/data.ts";
import { load, type Writer } from "./server/load.ts";
import { serve } from "./server/served.ts";
import { atLeast, type BenchOptions, type Figure, type Report } from "./support/figures.ts";
import { inRounds, median } from "./support/rounds.ts";

const CONNECTIONS = [1, 8, 32] as const;
const MOST_CONNECTIONS = 32;
const DOCUMENTS = [1_000, 10_000, 100_000] as const;

/** Durable commits over HTTP against bare SQLite on the same disk, and over a growing file. */
export async function bench({ isQuick }: BenchOptions): Promise<Report> {
  const scratch = mkdtempSync(join(tmpdir(), "dailyleet-bench-server-"));
  try {
    const figures = [
      ...(await connections(scratch, isQuick ? 2 : 7, isQuick ? 300 : 1_000)),
      ...(await growth(scratch, isQuick ? DOCUMENTS.slice(0, 2) : DOCUMENTS, isQuick ? 3 : 7, isQuick ? 300 : 1_000)),
    ];
    const sqlite = process.versions.sqlite ?? "";
    return { part: "embedded server", figures, versions: { node: process.version, sqlite } };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function connections(scratch: string, rounds: number, durationMs: number): Promise<Figure[]> {
  const home = join(scratch, "home");
  const uids = fill(join(home, "dailyleet.db"), { profiles: MOST_CONNECTIONS, documents: MOST_CONNECTIONS });
  const bare = openBare(join(scratch, "bare.db"));
  const server = await serve(home);
  try {
    const writers = await signedIn(server, uids);
    const p99 = new Map<number, number[]>(CONNECTIONS.map((count) => [count, []]));
    const contestants = CONNECTIONS.map((count) => {
      const run = async () => {
        const result = await load(server.url, writers.slice(0, count), durationMs);
        p99.get(count)?.push(result.p99);
        return result.rate;
      };
      return [String(count), run] as const;
    });
    const results = await inRounds(rounds, "bare", {
      bare: () => bare.rate(durationMs),
      ...Object.fromEntries(contestants),
    });
    return CONNECTIONS.flatMap((count) => {
      const own = results[String(count) as "bare"];
      const name = `commits, ${count} connection${count === 1 ? "" : "s"}`;
      const absolute = `${own.median.toFixed(0)} /s to ${results.bare.median.toFixed(0)} /s`;
      return [
        { name, measure: "rate", value: own.ratio, unit: "x", against: "bare SQLite", absolute, target: atLeast(0.5) },
        { name, measure: "99 of 100 within", value: median(p99.get(count) ?? []), unit: "ms" },
      ] as const;
    });
  } finally {
    await server.stop();
    bare.close();
  }
}

/** Whole documents of the same size written over and over, each durable, in the file mode of the product. */
function openBare(file: string) {
  const database = new DatabaseSync(file);
  database.exec(
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE documents (path TEXT PRIMARY KEY, fields TEXT)",
  );
  // Never what is there already: SQLite would see that and not write it.
  const texts = [180, 181].map((days) => JSON.stringify(practised(days)));
  const write = database.prepare("INSERT OR REPLACE INTO documents (path, fields) VALUES (?, ?)");
  return {
    rate(durationMs: number): number {
      const start = performance.now();
      let count = 0;
      for (; performance.now() - start < durationMs; count++) {
        const turn = Math.floor(count / MOST_CONNECTIONS) % 2;
        write.run(String(count % MOST_CONNECTIONS), texts[turn] ?? "");
      }
      return (count / (performance.now() - start)) * 1000;
    },
    close: () => database.close(),
  };
}

/** A server for each size, measured in turns. */
async function growth(
  scratch: string,
  sizes: readonly number[],
  rounds: number,
  durationMs: number,
): Promise<Figure[]> {
  const servers = await Promise.all(sizes.map((documents) => serveFilled(join(scratch, `${documents}`), documents)));
  try {
    const contestants = servers.map(({ documents, server, writers }) => {
      return [String(documents), async () => (await load(server.url, writers, durationMs)).rate] as const;
    });
    const baseline = String(sizes[0]);
    const results = await inRounds(rounds, baseline, Object.fromEntries(contestants));
    return sizes.map((documents): Figure => {
      const own = results[String(documents)];
      return {
        name: `${documents.toLocaleString("en")} documents in the file`,
        measure: "commits, 8 connections",
        value: own?.ratio ?? Number.NaN,
        unit: "x",
        against: `${sizes[0]?.toLocaleString("en")} documents`,
        absolute: `${own?.median.toFixed(0)} /s`,
        target: atLeast(0.8),
      };
    });
  } finally {
    await Promise.all(servers.map(({ server }) => server.stop()));
  }
}

async function serveFilled(home: string, documents: number) {
  const uids = fill(join(home, "dailyleet.db"), { profiles: 8, documents });
  const server = await serve(home);
  return { documents, server, writers: await signedIn(server, uids) };
}

async function signedIn(server: Awaited<ReturnType<typeof serve>>, uids: readonly string[]): Promise<Writer[]> {
  const tokens = await server.signIn(uids);
  return uids.map((uid, index) => ({ uid, idToken: tokens[index] ?? "" }));
}
