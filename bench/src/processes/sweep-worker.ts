import { parentPort, workerData } from 'node:worker_threads'
import { checkRules } from '@trading-bot/core/trading/check-rules'
import type { Bars } from '@trading-bot/core/bars'
import { emaStrategy } from '@trading-bot/core/strategies/ema-strategy'
import { evaluateChunk } from '@trading-bot/core/sweep/evaluate-chunk'
import { EMA_CROSS_RULES, emaCrossInput } from '../fixtures/ema-cross-input.ts'
import type { SweepTask } from './sweep-workers.ts'

const bars = workerData as Bars
const { symbols } = emaCrossInput(bars)
const dated = checkRules(EMA_CROSS_RULES, bars.timeMs[0]!)
if (!dated.ok) throw new Error(dated.refusal.sentence)
const setup = { rules: EMA_CROSS_RULES, dated: dated.value, reasons: emaStrategy.reasons, symbols }

parentPort!.on('message', ({ first, combinations }: SweepTask) => {
  parentPort!.postMessage({ first, results: evaluateChunk(emaStrategy, setup, [bars], combinations) })
})
