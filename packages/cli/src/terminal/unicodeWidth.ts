// Separate bundle, loaded on demand: the Unicode tables take as long to load as the rest of the program.
export { default as stringWidth } from "string-width";
