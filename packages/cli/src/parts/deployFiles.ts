export { writeDeployFiles } from "../commands/deployFiles/write.ts";
