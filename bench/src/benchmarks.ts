import { a1Dashboards } from './benchmarks/a1-dashboards.ts'
import { b1EmaCross } from './benchmarks/b1-ema-cross.ts'
import { b10WholeHistory } from './benchmarks/b10-whole-history.ts'
import { b11SweepOfFrames } from './benchmarks/b11-sweep-of-frames.ts'
import { b12ScriptStart } from './benchmarks/b12-script-start.ts'
import { b2StopTarget } from './benchmarks/b2-stop-target.ts'
import { b3HundredSymbols } from './benchmarks/b3-hundred-symbols.ts'
import { b4Sweep } from './benchmarks/b4-sweep.ts'
import { b5CagedPython } from './benchmarks/b5-sandboxed-python.ts'
import { b6FanOut } from './benchmarks/b6-fan-out.ts'
import { b7Restart } from './benchmarks/b7-restart.ts'
import { b8SweepOnWorkers } from './benchmarks/b8-sweep-on-workers.ts'
import { b9SeveralEngines } from './benchmarks/b9-several-engines.ts'
import { d1DecodeYear } from './benchmarks/d1-decode-year.ts'
import { d2LoadHistory } from './benchmarks/d2-load-history.ts'
import { d3ImportCsv } from './benchmarks/d3-import-csv.ts'
import { d4BacktestOverHttp } from './benchmarks/d4-backtest-over-http.ts'
import type { Benchmark } from './benchmark.ts'
import { h1AccountCalls } from './benchmarks/h1-account-calls.ts'
import { s1SymbolUpload } from './benchmarks/s1-symbol-upload.ts'
import { p1OneYear } from './benchmarks/p1-one-year.ts'
import { s2AdminLists } from './benchmarks/s2-admin-lists.ts'
import { r1Renewals } from './benchmarks/r1-renewals.ts'
import { s3BusinessDesk } from './benchmarks/s3-business-desk.ts'
import { t1TickToStop } from './benchmarks/t1-tick-to-stop.ts'
import { t2FillToStop } from './benchmarks/t2-fill-to-stop.ts'
import { w1Webhooks } from './benchmarks/w1-webhooks.ts'
import { x1TicksToBars } from './benchmarks/x1-ticks-to-bars.ts'
import { x2OrdersOverRest } from './benchmarks/x2-orders-over-rest.ts'
import { x3TickLatency } from './benchmarks/x3-tick-latency.ts'

export const BENCHMARKS: readonly Benchmark[] = [
  b1EmaCross,
  b2StopTarget,
  b3HundredSymbols,
  b4Sweep,
  b5CagedPython,
  b6FanOut,
  b7Restart,
  b8SweepOnWorkers,
  b9SeveralEngines,
  b10WholeHistory,
  b11SweepOfFrames,
  b12ScriptStart,
  t1TickToStop,
  t2FillToStop,
  p1OneYear,
  x1TicksToBars,
  x2OrdersOverRest,
  x3TickLatency,
  h1AccountCalls,
  w1Webhooks,
  s1SymbolUpload,
  s2AdminLists,
  s3BusinessDesk,
  r1Renewals,
  a1Dashboards,
  d1DecodeYear,
  d2LoadHistory,
  d3ImportCsv,
  d4BacktestOverHttp,
]
