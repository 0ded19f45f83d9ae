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

/** The middle of a quarter as a place in its session, from 0 to 1. */
export function quarterPlace(shape: DayShape, quarter: number): number {
  const first = quarter * QUARTER_MIN
  return ((first % shape.sessionMinutes) + quarterLength(shape, quarter) / 2) / shape.sessionMinutes
}
