import { EVERYDAY } from "../everydayVerbs.ts";
import { main } from "../main.ts";

void main(EVERYDAY);
