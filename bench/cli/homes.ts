import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { addDays, civilDateAt, DAYS_PER_YEAR, dayOfYear, formatDate, parseSheet, questionKey } from "@dailyleet/core";
import { copyText, readSheet } from "../../packages/cli/src/commands/questions/sheet.ts";
import { startTlsServer } from "../support/tlsServer.ts";

const PACKAGE = join(import.meta.dirname, "../../packages/cli");
const SOLVED = 3;

/** A copy of the built program, so that nothing of it can change while it is measured. */
export function copyProgram(directory: string): string {
  for (const part of ["bin", "dist", "package.json"]) {
    cpSync(join(PACKAGE, part), join(directory, part), { recursive: true });
  }
  return join(directory, "bin/dailyleet.cjs");
}

/** The environment of somebody who has used the program for a year on this computer only. */
export function localHome(scratch: string): NodeJS.ProcessEnv {
  const home = join(scratch, "local");
  mkdirSync(home, { recursive: true });
  return { HOME: home, DAILYLEET_HOME: home };
}

/**
 * An export of last year and of this one up to today, for `dailyleet import`: three of five sources done on each day,
 * but every tenth day missed. The first `marked` questions of the bundled sheet were solved, one after the other, on
 * the days before today.
 */
export function writeExport(scratch: string, marked: number): string {
  const now = civilDateAt(Date.now());
  const { year, ...today } = now;
  const days = (count: number) => {
    const practised = Array.from({ length: count }, (_, index) => index + 1).filter((day) => day % 10 > 0);
    return Object.fromEntries(practised.map((day) => [day, { 1: true, 2: true, 4: true }]));
  };
  const file = join(scratch, "export.json");
  const years = { [year - 1]: days(DAYS_PER_YEAR), [year]: days(dayOfYear(today)) };
  const questions = parseSheet(readFileSync(join(PACKAGE, "dist/site/questions.gviz.txt"), "utf8")).questions;
  const practice = questions.slice(0, marked).map((question, index) => {
    return [questionKey(question), { [formatDate(addDays(now, index - marked))]: SOLVED }];
  });
  writeFileSync(file, JSON.stringify({ version: 1, years, practice: Object.fromEntries(practice) }));
  return file;
}

/** A bare repository as LeetHub writes it: so many solutions of 300 questions, one each two hours. */
export function writeRepository(scratch: string, commits: number): string {
  const directory = join(scratch, "solutions.git");
  const stream = Array.from({ length: commits }, (_, index) => {
    const folder = `${String(index % 300).padStart(4, "0")}-question-${index % 300}`;
    const subject = `Time: ${index} ms (50.00%), Space: 43.7 MB (6.92%) - LeetHub`;
    const person = `Bench <bench@example.com> ${1_500_000_000 + index * 7_200} +0530`;
    const file = `M 100644 inline ${folder}/${folder}.py\ndata ${String(index).length}\n${index}`;
    return `commit refs/heads/main\nauthor ${person}\ncommitter ${person}\ndata ${subject.length}\n${subject}\n${file}\n`;
  });
  execFileSync("git", ["init", "--quiet", "--bare", "--initial-branch=main", directory]);
  execFileSync("git", ["-C", directory, "fast-import", "--quiet"], { input: stream.join("") });
  return directory;
}

/** The environment of somebody whose questions come from a spreadsheet that was downloaded a moment ago. */
export function sheetHome(scratch: string, text: string): NodeJS.ProcessEnv {
  const home = join(scratch, "sheet");
  mkdirSync(home, { mode: 0o700 });
  const url = "https://docs.google.com/spreadsheets/d/bench/gviz/tq?tqx=out:json";
  writeFileSync(join(home, "dailyleet.json"), JSON.stringify({ sheet: url }));
  writeFileSync(join(home, "questions.json"), copyText(url, Date.now(), readSheet(text)));
  return { HOME: home, DAILYLEET_HOME: home };
}

/** The sheet as it comes over the network. */
export function writeSheet(scratch: string, text: string): string {
  const file = join(scratch, "sheet.gviz.txt");
  writeFileSync(file, text);
  return file;
}

export type CloudHome = Awaited<ReturnType<typeof cloudHome>>;

const HOSTS = ["firestore.googleapis.com", "securetoken.googleapis.com"];

/**
 * The environment of somebody who is signed in to a project, whose server runs on this computer behind TLS. One that is
 * slow takes the requests and lets them wait for longer than any command does.
 */
export async function cloudHome(home: string, { isSlow = false } = {}) {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const firebase = { apiKey: "bench", authDomain: "bench.firebaseapp.com", projectId: "bench" };
  writeFileSync(join(home, "dailyleet.json"), JSON.stringify({ firebase }));
  const credentials = join(home, "credentials.json");
  const issuer = "https://securetoken.googleapis.com/bench";
  writeFileSync(credentials, JSON.stringify({ version: 1, uid: "person", issuer, refreshToken: "refresh" }));
  chmodSync(credentials, 0o600);

  const program = join(import.meta.dirname, "cloudServer.ts");
  const { port, certificate, stop } = await startTlsServer(program, home, HOSTS, [isSlow ? "slow" : "prompt"]);
  return {
    env: { HOME: home, DAILYLEET_HOME: home, NODE_EXTRA_CA_CERTS: certificate, BENCH_TLS_PORT: port },
    /** Options of Node that lead the program to the server. */
    options: ["--require", join(import.meta.dirname, "redirect.cjs")],
    stop,
  };
}
