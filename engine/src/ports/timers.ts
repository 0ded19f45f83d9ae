/** Calling it twice, or after the timer has run, does nothing. */
export type Cancel = () => void

export type Timers = {
  readonly after: (delayMs: number, run: () => void) => Cancel
  /** Runs for the first time after one period; the shortest period is one millisecond. */
  readonly every: (periodMs: number, run: () => void) => Cancel
}
