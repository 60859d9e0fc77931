import type { Transport } from "@dailyleet/client";

/** Never three in a row, which is as often as a request is tried. */
const FATES = "answer pass question answer pass question question pass answer answer pass".split(" ");

export function breakingTransport(transport: Transport): Transport {
  let requests = 0;
  return async (request) => {
    const fate = FATES[requests++ % FATES.length];
    if (fate === "question") throw broken();
    const response = await transport(request);
    if (fate === "answer") throw broken();
    return response;
  };
}

function broken(): Error {
  return Object.assign(new Error("the connection broke"), { code: "ECONNRESET" });
}
