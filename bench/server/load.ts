import { Agent, request } from "node:http";
import { LOCAL_PROJECT_ID, openPath } from "@dailyleet/core";

/** One signed-in person who saves ticks as fast as the server takes them. */
export interface Writer {
  readonly uid: string;
  readonly idToken: string;
}

export interface Load {
  /** Durable commits a second, all writers together. */
  readonly rate: number;
  /** The time in milliseconds within which 99 of 100 commits were answered. */
  readonly p99: number;
}

const DATABASE = `projects/${LOCAL_PROJECT_ID}/databases/(default)/documents`;

/** All writers at once, each on a connection and a document of its own, one commit after the other. */
export async function load(url: string, writers: readonly Writer[], durationMs: number): Promise<Load> {
  const latencies: number[] = [];
  const start = performance.now();
  await Promise.all(writers.map((writer) => write(url, writer, start + durationMs, latencies)));
  const seconds = (performance.now() - start) / 1000;
  latencies.sort((a, b) => a - b);
  return { rate: latencies.length / seconds, p99: latencies[Math.floor(latencies.length * 0.99)] ?? Number.NaN };
}

async function write(url: string, { uid, idToken }: Writer, until: number, latencies: number[]): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const address = `${url.replace("localhost", "127.0.0.1")}/v1/${DATABASE}:commit`;
  for (let count = 0; performance.now() < until; count++) {
    const start = performance.now();
    await send(agent, address, idToken, commitOf(uid, count));
    latencies.push(performance.now() - start);
  }
  agent.destroy();
}

/** One cell, changed each time, as the site sends it. */
function commitOf(uid: string, count: number): string {
  const day = String(1 + ((count >> 1) % 180));
  const cell = { mapValue: { fields: { 3: { booleanValue: count % 2 === 0 } } } };
  const name = `${DATABASE}/${openPath(uid)}`;
  const update = { name, fields: { [day]: cell } };
  return JSON.stringify({ writes: [{ update, updateMask: { fieldPaths: [`\`${day}\`.\`3\``] } }] });
}

function send(agent: Agent, address: string, idToken: string, body: string): Promise<void> {
  const headers = {
    authorization: `Bearer ${idToken}`,
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
  };
  return new Promise((resolve, reject) => {
    const outgoing = request(address, { method: "POST", agent, headers }, (incoming) => {
      let text = "";
      incoming.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      incoming.on("end", () => {
        if (incoming.statusCode === 200) resolve();
        else reject(new Error(`the server answered ${incoming.statusCode}: ${text}`));
      });
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}
