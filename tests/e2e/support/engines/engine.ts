export interface Engine {
  /** A tab of a new, empty browser profile; the last such profile ends. */
  newTab(): Promise<Tab>;
  close(): Promise<void>;
}

export interface Tab {
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Clicks with the mouse on the first element of this XPath. Fails when it is not there or can't be seen. */
  click(xpath: string): Promise<void>;
  /** A key as the keyboard has it: `3`, `n`, `Enter`, `Tab`. */
  press(key: string): Promise<void>;
  /** The tab that `act` opens. */
  opened(act: () => Promise<void>): Promise<Tab>;
  isOpen(): Promise<boolean>;
  /** Runs a function in the page, which knows only its arguments. Fails while another page loads. */
  evaluate<Args extends unknown[], Result>(read: (...args: Args) => Result, ...args: Args): Promise<Awaited<Result>>;
}
