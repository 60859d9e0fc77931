export { startServer } from "@dailyleet/local";
