import { main } from "../main.ts";
import { EVERYDAY } from "../verbs.ts";

void main(EVERYDAY);
