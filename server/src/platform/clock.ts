/** The clock is injected, so that tests can move it; production reads the system clock. */
export type Clock = { readonly now: () => Date }

export const systemClock: Clock = { now: () => new Date() }

export function after(moment: Date, ms: number): Date {
  return new Date(moment.getTime() + ms)
}
