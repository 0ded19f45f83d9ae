export type Randomness = {
  /** Uniform in [0, 1). */
  readonly fraction: () => number
  /** A whole number in [0, below). */
  readonly whole: (below: number) => number
}

export function randomnessFrom(fraction: () => number): Randomness {
  return { fraction, whole: (below) => Math.floor(fraction() * below) }
}
