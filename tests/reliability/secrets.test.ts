import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { googleError, json, type Reply, text } from "../client/support/scriptedServer.ts";
import { newDesktop, useCloud } from "./support/desktop.ts";
import type { RequestKind } from "./support/faultyServer.ts";
import { inParallel } from "./support/pool.ts";

const cloud = useCloud();

type Case = readonly [command: string, kind?: RequestKind | "any"];

const ALONE =
  "tick 3; untick 2 --json; undo; today; stats; stats --json; status --check; sync; export; import {home}/given.json; " +
  "questions; questions --check; config; config --json; profiles --json; open leetcode --print; doctor; doctor --json; " +
  "completion bash; login; login {site}; logout";
const CASES: readonly Case[] = [
  ...ALONE.split("; ").map((command) => [command] as const),
  ["tick 3", "reading"],
  ["tick 3", "commit"],
  ["today", "reading"],
  ["login", "poll"],
  ["login", "keys"],
  ["login", "signIn"],
];

/** Servers that echo the request. */
const ECHOES: Record<string, (told: string) => Reply> = {
  "an error of Google's": (told) => json(400, googleError(400, "INVALID_ARGUMENT", told)),
  "a refusal": (told) => json(403, [googleError(403, "PERMISSION_DENIED", told)]),
  "an end of the sign-in": (told) => json(401, googleError(401, "UNAUTHENTICATED", told)),
  "an OAuth error": (told) => json(400, { error: told, error_description: told }),
  "a page": (told) => text(200, `<title>${told}</title>`),
  "a redirect": (told) => (response) =>
    void response.writeHead(302, { location: `/elsewhere?${encodeURIComponent(told)}` }).end(),
  "half an answer": (told) => (response) => {
    response.writeHead(200, { "content-length": "999999" });
    response.write(told, () => response.socket?.destroy());
  },
  "JSON of another kind": (told) => json(200, { [told]: told }),
};

function everything({ url, headers, body }: Parameters<Reply>[1]): string {
  return `${url} ${headers.authorization ?? ""} ${decodeURIComponent(body)}`;
}

it.each(Object.entries(ECHOES).map(([name, echo]) => [name, echo] as const))(
  "no command tells a secret to the terminal or to other users after %s",
  async (_, echo) => {
    await inParallel(CASES, async ([command, kind = "any"]) => {
      const desktop = await newDesktop(cloud);
      writeFileSync(join(desktop.directory, "given.json"), '{"version":1,"years":{"2025":{"64":{"1":true}}}}');
      desktop.google.start = { expires_in: 2 };
      desktop.server.break({ kind, reply: (response, request) => echo(everything(request))(response, request) });
      const args = command
        .split(" ")
        .map((word) => word.replace("{home}", desktop.directory).replace("{site}", desktop.server.origin));
      // `run` itself searches the output and every file for secrets.
      const { code, stderr } = await desktop.run(args, { isHurried: true });
      expect([0, 1, 4], `${args[0]}: ${stderr}`).toContain(code);
      expect(stderr).not.toMatch(/\n {4}at |bug in dailyleet/);
    });
  },
);

it("the secrets that are looked for are really there to be told", async () => {
  const desktop = await newDesktop(cloud);
  const kept = ["credentials.json", "dailyleet.json"].map((name) =>
    readFileSync(join(desktop.directory, name), "utf8"),
  );
  expect(kept[0]).toMatch(/eyJ[\w-]{10,}/);
  expect(kept[1]).toContain("SECRET-CLIENT");
  const told: string[] = [];
  desktop.server.break({
    kind: "any",
    reply: (response, request) => json(500, told.push(everything(request)))(response, request),
  });
  for (const command of [["sync"], ["login"]]) await desktop.run(command, { isHurried: true });
  expect(told.join("\n")).toMatch(/refresh_token=eyJ/);
  expect(told.join("\n")).toContain("client_secret=SECRET-CLIENT");
});
