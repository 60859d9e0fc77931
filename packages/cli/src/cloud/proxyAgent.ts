// Separate bundle, loaded when a proxy is set.
export { HttpsProxyAgent } from "https-proxy-agent";
