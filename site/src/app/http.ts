import { createHttp } from "@dailyleet/client";
import { wait } from "../ui/wait.ts";
import { fetchTransport } from "./fetchTransport.ts";

export const http = createHttp({ transport: fetchTransport, wait });
