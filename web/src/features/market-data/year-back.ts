const DAY_MS = 86_400_000
const ZONE_MS = 19_800_000

/** Days of India's calendar from one year ago until yesterday, the newest day that is whole. */
export function yearBack(): { from: string; until: string } {
  const today = Date.now() + ZONE_MS
  const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  return { from: dayOf(today - 365 * DAY_MS), until: dayOf(today - DAY_MS) }
}
