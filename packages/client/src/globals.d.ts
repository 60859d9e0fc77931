/**
 * The part of the standard AbortSignal that this package reads. The client is compiled with neither DOM nor Node types.
 */
interface AbortSignal {
  readonly aborted: boolean;
}
