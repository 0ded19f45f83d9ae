// Values of a datetime-local input in India time, whatever the browser's time zone is.
const INDIA_MS = 5.5 * 3_600_000

/** `2026-11-15T22:00` for an instant; empty for none. */
export function toIndiaInput(instant: string): string {
  const time = Date.parse(instant)
  return Number.isNaN(time) ? '' : new Date(time + INDIA_MS).toISOString().slice(0, 16)
}

/** The instant of an input value; empty for an empty or incomplete field. */
export function fromIndiaInput(typed: string): string {
  const time = Date.parse(`${typed}:00.000Z`)
  return Number.isNaN(time) ? '' : new Date(time - INDIA_MS).toISOString()
}
