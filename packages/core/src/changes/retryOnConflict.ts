import { DailyleetError, hasCode } from "../errors.ts";
import type { PersonStore } from "../ports.ts";

/** How often a person's document is read again after somebody else changed it in between. */
const MAX_ATTEMPTS = 6;
const FIRST_DELAY_MS = 100;

/** Runs an operation that reads before it writes, again from the start whenever it was overtaken; then `conflict`. */
export async function retryOnConflict<T>({ backoff }: PersonStore, attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (!hasCode(error, "conflict")) throw error;
      if (tries === MAX_ATTEMPTS) throw stillOvertaken(error);
      await backoff?.wait(FIRST_DELAY_MS * 2 ** (tries - 1) * (0.5 + backoff.random() / 2));
    }
  }
}

function stillOvertaken(cause: DailyleetError): DailyleetError {
  return new DailyleetError(
    "conflict",
    `Somebody else kept changing the same document (${MAX_ATTEMPTS} attempts); try again in a moment.`,
    { cause },
  );
}
