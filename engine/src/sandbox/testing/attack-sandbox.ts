import type { ScriptFailure, ScriptLimits, ScriptOptions, ScriptRows } from '../../ports.ts'
import type { openTestRunner } from './open-test-runner.ts'

export const TEST_RULES = {
  capital: { capital_paise: 100_000_00 },
  limits: {
    max_entries_per_day: 5,
    max_loss_per_day_paise: null,
    max_profit_per_day_paise: null,
    max_quantity: 100,
    stop_loss_bps: null,
    target_bps: null,
  },
  slippage_bps: 0,
  range_slippage_percent: 0,
  max_volume_percent: null,
  must_trade_through: false,
  stops_at_circuits: false,
}
/** Close of the first minute, at which a loop script begins. */
export const FIRST_CLOSE_MS = 1_748_835_960_000

export const ROWS: ScriptRows = {
  timeMs: Float64Array.of(1_748_835_900_000, 1_748_835_960_000),
  volume: Float64Array.of(1, 1),
  openPaise: Int32Array.of(100, 100),
  highPaise: Int32Array.of(100, 100),
  lowPaise: Int32Array.of(100, 100),
  closePaise: Int32Array.of(100, 100),
  symbol: Uint16Array.of(0, 0),
  phase: Uint8Array.of(11, 2),
  sessions: [],
}

export type TestRunner = Awaited<ReturnType<typeof openTestRunner>>
type Limits = Partial<Pick<ScriptLimits, 'stepMs' | 'cpuS' | 'memoryMb' | 'waitMs'>>
type Ended = {
  readonly output: string
  readonly signals: readonly number[] | null
  readonly failure: ScriptFailure | null
}

/** Loads a script with one instrument and tight limits. */
export function openScript(runner: TestRunner, code: string, limits: Limits = {}, options: ScriptOptions = {}) {
  return runner.open(
    {
      code,
      filename: 'attack.py',
      parameters: {},
      instruments: [{ symbol: 'SBIN-EQ', token: '3045', tick_paise: 5, lot_size: 1 }],
      rules: TEST_RULES,
      bar_ms: 60_000,
      start_ms: 0,
      seed: 1,
    },
    { memoryMb: 256, cpuS: 10, loadMs: 15_000, stepMs: 3_000, ...limits },
    options,
  )!
}

/** Runs a script as a loop script over two bars. */
export async function attackSandbox(runner: TestRunner, code: string, limits: Limits = {}): Promise<Ended> {
  const session = openScript(runner, code, limits)
  const ready = await session.load()
  const answer = ready.kind === 'failed' ? ready : await session.step(ROWS, 'trade')
  const failure = answer.kind === 'failed' ? answer : await session.stop()
  await session.kill()
  return { output: session.output(), signals: answer.kind === 'signals' ? [...answer.signals] : null, failure }
}
