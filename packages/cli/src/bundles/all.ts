import { ALL } from "../allVerbs.ts";
import { main } from "../main.ts";

void main(ALL);
