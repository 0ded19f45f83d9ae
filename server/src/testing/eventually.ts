import { vi } from 'vitest'

/** Looks again and again until it holds; only a fault takes the whole time, however busy the machine is. */
export function eventually<T>(look: () => T | Promise<T>, mostMs = 15_000): Promise<T> {
  return vi.waitFor(look, { timeout: mostMs, interval: 20 })
}
