export interface BenchOptions {
  /** Fewer rounds and smaller sizes: shows that it works, not how fast. */
  readonly isQuick: boolean;
}
