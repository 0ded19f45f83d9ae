/** Time is handed in: a test moves it, the product reads the machine's. */
export type Clock = { readonly now: () => Date }

export const systemClock: Clock = { now: () => new Date() }

export function after(moment: Date, ms: number): Date {
  return new Date(moment.getTime() + ms)
}
