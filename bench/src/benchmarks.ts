import { a1Dashboards } from './a1-dashboards.ts'
import { b1EmaCross } from './b1-ema-cross.ts'
import { b2StopTarget } from './b2-stop-target.ts'
import { b3HundredSymbols } from './b3-hundred-symbols.ts'
import { b4Sweep } from './b4-sweep.ts'
import { b5CagedPython } from './b5-sandboxed-python.ts'
import { b6FanOut } from './b6-fan-out.ts'
import { b7Restart } from './b7-restart.ts'
import type { Benchmark } from './benchmark.ts'
import { h1AccountCalls } from './h1-account-calls.ts'
import { s1SymbolUpload } from './s1-symbol-upload.ts'
import { p1OneYear } from './p1-one-year.ts'
import { s2AdminLists } from './s2-admin-lists.ts'
import { t1TickToStop } from './t1-tick-to-stop.ts'
import { w1Webhooks } from './w1-webhooks.ts'
import { x1TicksToBars } from './x1-ticks-to-bars.ts'
import { x2OrdersOverRest } from './x2-orders-over-rest.ts'
import { x3TickLatency } from './x3-tick-latency.ts'

export const BENCHMARKS: readonly Benchmark[] = [
  b1EmaCross,
  b2StopTarget,
  b3HundredSymbols,
  b4Sweep,
  b5CagedPython,
  b6FanOut,
  b7Restart,
  t1TickToStop,
  p1OneYear,
  x1TicksToBars,
  x2OrdersOverRest,
  x3TickLatency,
  h1AccountCalls,
  w1Webhooks,
  s1SymbolUpload,
  s2AdminLists,
  a1Dashboards,
]
