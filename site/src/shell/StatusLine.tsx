import type { ReplicaStatus } from "@dailyleet/core";
import { useSelected, useValue } from "../ui/react.tsx";
import { $notice, $sync, changesText } from "../view/status.ts";

/** Characters of the longest text that is no wider than the title: '3 changes waiting, offline'. */
const SHORT = 26;

/** Loaded when idle. Silent for 'Saving…' and 'Saved': each tick announces itself. */
export default function StatusLine() {
  const notice = useValue($notice);
  const text = [useSelected($sync, statusText), notice].filter((part) => part !== "").join(". ");
  return (
    <span
      role="status"
      data-long={text.length > SHORT || undefined}
      aria-live={text === "Saving…" || text === "Saved" ? "off" : "polite"}
    >
      {text}
    </span>
  );
}

/** The status line: 'Saved', '3 changes waiting, offline'; empty when there is nothing to say. */
export function statusText(status: ReplicaStatus): string {
  return [progress(status), ...problems(status), storage(status)].filter((part) => part !== "").join(". ");
}

function progress({ waiting, server, hasSaved }: ReplicaStatus): string {
  if (waiting === 0) return server === "unreachable" ? "Offline" : hasSaved && server !== "failing" ? "Saved" : "";
  if (server === "unreachable") return `${changesText(waiting)} waiting, offline`;
  return server === "holding" || server === "failing" ? `${changesText(waiting)} waiting` : "Saving…";
}

/** The failures, then each reason once. */
function problems({ serverFault, unreadable, refused, refusedReason }: ReplicaStatus): string[] {
  const facts = [
    ...(unreadable === null ? [] : ["Part of your data can't be shown"]),
    ...(refused === 0 ? [] : [`The server refused ${changesText(refused)}; kept on this device`]),
  ];
  const reasons = new Set([serverFault, unreadable, refusedReason].filter((reason) => reason !== null));
  return [...facts, ...[...reasons].map((reason) => reason.replace(/\.$/, ""))];
}

function storage({ isInMemory }: ReplicaStatus): string {
  return isInMemory ? "This browser can't store data: unsaved changes are lost when you close the page" : "";
}
