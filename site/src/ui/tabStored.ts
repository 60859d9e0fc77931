import { attempt } from "./stored.ts";

/** As `storeText`, for this tab and its reloads. */
export function storeTab(name: string, text: string): void {
  attempt(() => sessionStorage.setItem(name, text));
}

export function removeTab(name: string): void {
  attempt(() => sessionStorage.removeItem(name));
}

export function parseTab(name: string): unknown {
  return attempt(() => JSON.parse(sessionStorage.getItem(name) ?? "null"));
}
