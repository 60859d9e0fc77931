import { createHttp } from "@dailyleet/client";
import { fetchTransport } from "./fetchTransport.ts";
import { wait } from "./wait.ts";

export const http = createHttp({ transport: fetchTransport, wait });
