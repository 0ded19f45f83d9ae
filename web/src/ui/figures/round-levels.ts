const MOST_STEPS = 4

/** Round figures at equal distances that reach from below the lowest to above the highest; zero is one of them. */
export function roundLevels(lowest: number, highest: number): number[] {
  const least = (highest - lowest) / MOST_STEPS
  const power = 10 ** Math.floor(Math.log10(least))
  const step = ([1, 2, 5].find((factor) => factor * power >= least) ?? 10) * power
  const first = Math.floor(lowest / step)
  const last = Math.ceil(highest / step)
  // Counted in steps, so that no rounding error adds up; never minus zero.
  return Array.from({ length: last - first + 1 }, (_, at) => (first + at) * step || 0)
}
