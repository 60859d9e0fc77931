/**
 * The part of the standard AbortSignal that this package reads; a caller's real one fits. Declared here because
 * the client is compiled with neither DOM nor Node types.
 */
interface AbortSignal {
  readonly aborted: boolean;
}
