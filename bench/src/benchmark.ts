// A benchmark: what is made beforehand, and what is timed. To add one, export it from a file here and name it in
// benchmarks.ts; `npm run bench -- <id>` then runs it in a process of its own.

export type Outcome = {
  /** Bars (or other units) handled by the timed part. */
  readonly units: number
  /** Fingerprint of what came out: an optimisation must not change it. */
  readonly hash: string
  readonly details: Readonly<Record<string, unknown>>
  /** What the goal is about, where that is not the time which passed. */
  readonly judgedSeconds?: number
}

export type Benchmark = {
  readonly id: string
  readonly title: string
  readonly goal: { readonly seconds: number; readonly peakMb?: number }
  /** Untimed. Answers the timed part. */
  readonly prepare: () => Promise<() => Promise<Outcome>> | (() => Promise<Outcome>)
}
