import { createHttp, type TOO_LARGE, type Transport } from "@dailyleet/client";
import { wait } from "../ui/wait.ts";

/** A browser reports status 0 for a redirect that it does not follow. */
const HIDDEN_REDIRECT = 302;

/** Only the type is imported, because the value would add its module to the chunk. */
const LONG: typeof TOO_LARGE = "EMSGSIZE";

/** A browser refuses more than 64 KiB of `keepalive` bodies at a time; a character takes up to three bytes. */
const MAX_KEPT_ALIVE = 10_000;

export const fetchTransport: Transport = async (request) => {
  const { method, url, headers, body, keepalive = false, timeoutMs, maxBytes, signal } = request;
  const limit = AbortSignal.timeout(timeoutMs);
  const response = await fetch(url, {
    method,
    headers,
    body: body ?? null,
    redirect: "manual",
    cache: "no-store",
    referrerPolicy: "no-referrer",
    keepalive: keepalive && (body ?? "").length < MAX_KEPT_ALIVE,
    signal: signal ? AbortSignal.any([signal, limit]) : limit,
  });
  return {
    status: response.status || HIDDEN_REDIRECT,
    headers: Object.fromEntries(response.headers),
    body: await readText(response, maxBytes),
  };
};

async function readText({ body }: Response, maxBytes: number): Promise<string> {
  if (body === null) return "";
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > maxBytes) {
      await reader.cancel();
      throw Object.assign(new Error(`the answer is longer than ${maxBytes} bytes`), { code: LONG });
    }
    text += decoder.decode(value, { stream: true });
  }
}

export const http = createHttp({ transport: fetchTransport, wait });
