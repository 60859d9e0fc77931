import { arch, cpus, release, totalmem, type } from "node:os";

export type Machine = ReturnType<typeof describeMachine>;

export function describeMachine() {
  const processors = cpus();
  return {
    cpu: processors[0]?.model.trim() ?? "unknown processor",
    cores: processors.length,
    memory: `${Math.round(totalmem() / 2 ** 30)} GB`,
    system: `${type()} ${release()} ${arch()}`,
    /** YYYY-MM-DD */
    date: new Date().toISOString().slice(0, 10),
  };
}
