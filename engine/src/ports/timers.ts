/** Calling it twice, or after the timer has run, does nothing. */
export type Cancel = () => void

export type Timers = {
  readonly after: (delayMs: number, run: () => void) => Cancel
  /** First run after one period. A period shorter than a millisecond counts as one. */
  readonly every: (periodMs: number, run: () => void) => Cancel
}
