export { knownValues } from "../commands/completion/knownValues.ts";
export { completionScript } from "../commands/completion/script.ts";
