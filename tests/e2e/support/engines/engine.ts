export interface Engine {
  /** A tab in a new, empty profile; closes the previous profile. */
  newTab(): Promise<Tab>;
  close(): Promise<void>;
}

export interface Tab {
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Clicks the first element of this XPath with the mouse. Rejects if it is missing or not visible. */
  click(xpath: string): Promise<void>;
  /** Presses a key by its name: `3`, `n`, `Enter`, `Tab`. */
  press(key: string): Promise<void>;
  /** The tab that `act` opens. */
  opened(act: () => Promise<void>): Promise<Tab>;
  isOpen(): Promise<boolean>;
  /** Runs a function in the page; it sees only its arguments. Rejects while another page loads. */
  evaluate<Args extends unknown[], Result>(read: (...args: Args) => Result, ...args: Args): Promise<Awaited<Result>>;
}
