import { main } from "../main.ts";
import { ALL } from "../verbs.ts";

void main(ALL);
