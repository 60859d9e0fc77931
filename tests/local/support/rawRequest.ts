import { connect } from "node:net";

/** Sends this text over its own connection. Returns the status of the answer, or 0 if there is none. */
export async function rawRequest(
  port: number,
  text: string,
  host = "127.0.0.1",
): Promise<{ status: number; text: string }> {
  const socket = connect(port, host);
  let answer = "";
  socket.setEncoding("utf8").on("data", (chunk: string) => {
    answer += chunk;
    if (isWhole(answer)) socket.end();
  });
  // A refused or reset connection counts as an answer.
  socket.on("error", () => {});
  socket.write(text);
  await new Promise((resolve) => socket.once("close", resolve));
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0), text: answer };
}

function isWhole(answer: string): boolean {
  const [head = "", body] = answer.split(/\r\n\r\n(.*)/s);
  const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0);
  return body !== undefined && Buffer.byteLength(body) >= length;
}

/** The head of a request. `lines` may repeat or omit headers that a well-behaved client would send. */
export const requestHead = (method: string, target: string, lines: readonly string[]): string =>
  `${[`${method} ${target} HTTP/1.1`, ...lines, "Content-Length: 0"].join("\r\n")}\r\n\r\n`;
