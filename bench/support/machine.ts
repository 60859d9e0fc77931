import { arch, cpus, release, totalmem, type } from "node:os";

export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memory: string;
  readonly system: string;
  /** YYYY-MM-DD */
  readonly date: string;
}

export function describeMachine(): Machine {
  const processors = cpus();
  return {
    cpu: processors[0]?.model.trim() ?? "unknown processor",
    cores: processors.length,
    memory: `${Math.round(totalmem() / 2 ** 30)} GB`,
    system: `${type()} ${release()} ${arch()}`,
    date: new Date().toISOString().slice(0, 10),
  };
}
