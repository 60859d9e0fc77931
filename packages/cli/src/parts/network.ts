export { createNodeNetwork } from "../cloud/nodeNetwork.ts";
