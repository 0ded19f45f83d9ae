import { b1EmaCross } from './b1-ema-cross.ts'
import type { Benchmark } from './benchmark.ts'

export const BENCHMARKS: readonly Benchmark[] = [b1EmaCross]
