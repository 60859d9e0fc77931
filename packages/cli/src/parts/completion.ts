export { completionScript } from "../commands/completion/script.ts";
