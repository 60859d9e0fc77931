export { startServer } from "@dailyleet/local/server";
