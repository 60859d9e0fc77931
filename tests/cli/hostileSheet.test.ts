import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { startScriptedServer, text } from "../client/support/scriptedServer.ts";
import { HOSTILE_TEXTS, hostileSheet } from "../e2e/support/hostileSheet.ts";
import { CLI, cliEnvironment } from "../support/cliProcess.ts";
import { wrapped } from "../support/sheet.ts";
import { tempDirectory } from "../support/tempDirectory.ts";

const hasScript = spawnSync("script", ["--version"]).status === 0;
if (!hasScript) {
  console.warn("\n*** SKIPPED: Hostile sheets in a pseudo-terminal. Install the program 'script' of util-linux.\n");
}

async function homeWith(sheet: string): Promise<string> {
  const server = await startScriptedServer();
  onTestFinished(() => server.stop());
  server.reply(text(200, sheet));
  const home = tempDirectory();
  writeFileSync(join(home, "dailyleet.json"), JSON.stringify({ sheet: `${server.origin}/gviz` }));
  return home;
}

/** Every byte that reaches a terminal of 80 columns while these commands run in it. */
async function bytesOnTerminal(home: string, commands: readonly string[]): Promise<Buffer> {
  const lines = commands.map((command) => `'${process.execPath}' '${CLI}' ${command}`);
  const child = spawn("script", ["-qefc", `stty cols 80; ${lines.join("; ")}`, "/dev/null"], {
    env: cliEnvironment(home, { TERM: "xterm-256color", LANG: "C.UTF-8", SHELL: "/bin/sh" }),
    stdio: ["ignore", "pipe", "inherit"],
  });
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  await once(child, "close");
  return Buffer.concat(chunks);
}

/** The terminal itself turns a newline into a carriage return and a newline. */
function expectNoControls(bytes: Buffer): void {
  const shown = new TextDecoder("utf-8", { fatal: true }).decode(bytes).replaceAll("\r\n", "\n");
  expect(shown.length).toBeGreaterThan(100);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  expect(shown.match(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/gu) ?? []).toEqual([]);
  expect(shown.match(/[\p{Bidi_Control}\u2028\u2029\ufffd]/gu) ?? []).toEqual([]);
}

describe.skipIf(!hasScript)("In a real terminal a hostile sheet brings nothing but text", () => {
  it("as a list, as a report and as each of its questions in full", async () => {
    const home = await homeWith(hostileSheet());
    const shows = HOSTILE_TEXTS.map((_, index) => `questions --color never --show ${index + 1}`);
    const commands = ["questions --color never", "questions --color never --check", ...shows];
    const bytes = await bytesOnTerminal(home, commands);
    expect(bytes.toString()).toContain("clipboard");
    expectNoControls(bytes);
  });

  it("as JSON", async () => {
    const bytes = await bytesOnTerminal(await homeWith(hostileSheet()), ["questions --json"]);
    expectNoControls(bytes);
  });

  it("where there is colour, besides the colours of the program", async () => {
    const bytes = await bytesOnTerminal(await homeWith(hostileSheet()), ["questions", "questions --show 1"]);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape sequences are what is looked for.
    const uncoloured = bytes.toString().replaceAll(/\u001b\[(0|1|2|22|36|39)m/g, "");
    expect(uncoloured.length).toBeLessThan(bytes.toString().length);
    expectNoControls(Buffer.from(uncoloured));
  });

  it.each(["error", "warning"])("in what is told of the service's %s", async (status) => {
    const told = HOSTILE_TEXTS.map((message) => ({ reason: message, message, detailed_message: message }));
    const answer = { status, errors: told, warnings: told, table: { cols: [], rows: [] } };
    const home = await homeWith(wrapped(answer));
    expectNoControls(await bytesOnTerminal(home, ["questions --color never"]));
  });

  it("in what is told of an answer that is no sheet", async () => {
    const pages = [HOSTILE_TEXTS.join(" "), `<title>${HOSTILE_TEXTS.join(" ")}</title>`];
    for (const page of pages) {
      expectNoControls(await bytesOnTerminal(await homeWith(page), ["questions --color never"]));
    }
  });
});
