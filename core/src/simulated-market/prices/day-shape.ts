/** A day is divided into quarters of an hour, so that one minute is computed without the other 1,439 of a demo day. */
export const QUARTER_MIN = 15

/** How a day is divided; every instrument with the same hours shares it. */
export type DayShape = {
  readonly day: number
  readonly minutes: number
  /** Minutes per session within the day; a session is lively at its start and end. */
  readonly sessionMinutes: number
  /** Prices move while the market is closed before the first minute. */
  readonly hasNight: boolean
}

/** Minutes of a quarter; the last of a day may be shorter. */
export function quarterLength({ minutes }: DayShape, quarter: number): number {
  return Math.min(QUARTER_MIN, minutes - quarter * QUARTER_MIN)
}

/**
 * The usual weight of every quarter: its minutes, as lively as the middle of the quarter's place in its session, from 0
 * to 1. Computed once for all days of the same hours.
 */
export function usualWeights(liveliness: (place: number) => number): (shape: DayShape) => Float64Array {
  const known = new Map<string, Float64Array>()
  return (shape) => {
    const hours = `${shape.minutes}/${shape.sessionMinutes}`
    const found = known.get(hours)
    if (found) return found
    const weights = Float64Array.from({ length: Math.ceil(shape.minutes / QUARTER_MIN) }, (_, quarter) => {
      const length = quarterLength(shape, quarter)
      return length * liveliness((((quarter * QUARTER_MIN) % shape.sessionMinutes) + length / 2) / shape.sessionMinutes)
    })
    known.set(hours, weights)
    return weights
  }
}
