export { createNodeTransport } from "../cloud/nodeTransport.ts";
