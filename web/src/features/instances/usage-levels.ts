export type Level = 'high' | 'raised' | 'normal'

export function levelOf(percent: number): Level {
  if (percent >= 80) return 'high'
  return percent >= 60 ? 'raised' : 'normal'
}

type Estimate = { readonly cpu: number; readonly memory: number; readonly disk: number }

/** Estimates for unmeasured instances: CPU 10-89, memory 15-84, disk 20-79. */
export function estimateUsage(random: () => number): Estimate {
  const between = (from: number, to: number) => from + Math.floor(random() * (to - from + 1))
  return { cpu: between(10, 89), memory: between(15, 84), disk: between(20, 79) }
}
