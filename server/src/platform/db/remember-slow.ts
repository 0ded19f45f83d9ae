import type { Clock } from '../clock.ts'

const SLOW_MS = 50
const FRESH_MS = 10_000
const KEPT_MS = 60_000
const MOST_KEPT = 200

/**
 * Counting a million rows takes a tenth of a second, however good the index. Slow counts are cached: for ten seconds
 * they are fresh, for a minute they are still returned while a new count runs in the background. Small tables are
 * always counted.
 */
export function rememberSlow<T>() {
  const kept = new Map<string, { at: number; value: T }>()
  const running = new Map<string, Promise<T>>()

  async function compute(key: string, clock: Clock, work: () => Promise<T>): Promise<T> {
    const begun = performance.now()
    const value = await work()
    if (performance.now() - begun > SLOW_MS) {
      if (kept.size >= MOST_KEPT) kept.clear()
      kept.set(key, { at: clock.now().getTime(), value })
    }
    return value
  }

  return async (key: string, clock: Clock, work: () => Promise<T>): Promise<T> => {
    const found = kept.get(key)
    const ageMs = found ? Math.abs(clock.now().getTime() - found.at) : Number.POSITIVE_INFINITY
    if (found && ageMs < FRESH_MS) return found.value
    // Ten administrators who look at the same time share one count.
    const shared = running.get(key) ?? compute(key, clock, work).finally(() => running.delete(key))
    running.set(key, shared)
    if (!found || ageMs >= KEPT_MS) return shared
    shared.catch(() => kept.delete(key))
    return found.value
  }
}
