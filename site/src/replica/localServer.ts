import { complaintOf, type HttpCall } from "@dailyleet/client";
import { hasCode, isRecord, parseJson } from "@dailyleet/core";
import { http } from "../session/http.ts";
import { access } from "../session/session.ts";
import { $connection, type Connection } from "./connection.ts";

/** Throws an error with a sentence if nobody is signed in any more. */
export function requireConnection(): Connection {
  const connection = $connection.get();
  if (connection === null) throw new Error("You are signed out; sign in again.");
  return connection;
}

type LocalCall = Pick<HttpCall, "method" | "url" | "json" | "timeoutMs" | "maxBytes">;

/** Sends this page's changes to the local server, then makes a call whose answer depends on the person's data. */
export async function askForPerson(call: LocalCall) {
  const { uid, replica } = requireConnection();
  await replica.sync();
  const token = await (await access).idToken(uid);
  return http({ ...call, server: "the local server", headers: { authorization: `Bearer ${token}` } });
}

const STOPPED = "No answer from the local server; start it again with 'dailyleet serve'.";

/** The local server's answer, as text and as a JSON object. Rejects with a sentence. */
export async function readForPerson(call: LocalCall): Promise<{ text: string; answer: Record<string, unknown> }> {
  const response = await askForPerson(call).catch((error: unknown) => {
    throw hasCode(error, "unavailable") ? new Error(STOPPED) : error;
  });
  const answer = parseJson(response.body);
  if (response.status === 200 && isRecord(answer)) return { text: response.body, answer };
  throw new Error(complaintOf(response)?.message || "The local server's answer can't be read; try again.");
}
