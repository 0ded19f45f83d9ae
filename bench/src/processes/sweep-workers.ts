// The sweep over worker threads: bars lie on shared memory, each worker takes the next chunk of combinations when it
// is free, and its results stream back chunk by chunk.

import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Bars } from '@trading-bot/core/bars'
import { Fingerprint } from '@trading-bot/core/fingerprint'
import { emaStrategy } from '@trading-bot/core/strategies/ema-strategy'
import type { ParameterValues } from '@trading-bot/core/strategies/parameter'
import { expandGrid, type Grid } from '@trading-bot/core/sweep/expand-grid'
import type { SweepResult } from '@trading-bot/core/sweep/open-tallied'

export type SweepTask = { readonly first: number; readonly combinations: readonly ParameterValues[] }
type SweepAnswer = { readonly first: number; readonly results: readonly SweepResult[] }

const CHUNKS_PER_WORKER = 3

export async function sweepOnWorkers(
  bars: Bars,
  grid: Grid,
  workers = availableParallelism(),
  onResult: (result: SweepResult) => void = () => undefined,
): Promise<{ readonly results: readonly SweepResult[]; readonly hash: string }> {
  const expanded = expandGrid(emaStrategy, grid)
  if (!expanded.ok) throw new Error(expanded.refusal.sentence)
  const { combinations } = expanded.value
  const tasks = chunks(combinations, Math.ceil(combinations.length / (workers * CHUNKS_PER_WORKER)))
  const results: SweepResult[] = []
  const take = (answer: SweepAnswer): void => {
    for (const [offset, result] of answer.results.entries()) {
      results[answer.first + offset] = result
      onResult(result)
    }
  }
  await Promise.all(Array.from({ length: workers }, () => runWorker(bars, tasks, take)))
  const print = new Fingerprint()
  for (const result of results) print.addText(result.tradesHash)
  return { results, hash: print.digest() }
}

function chunks(combinations: readonly ParameterValues[], size: number): SweepTask[] {
  const tasks: SweepTask[] = []
  for (let first = 0; first < combinations.length; first += size) {
    tasks.push({ first, combinations: combinations.slice(first, first + size) })
  }
  return tasks
}

function runWorker(bars: Bars, tasks: SweepTask[], take: (answer: SweepAnswer) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./sweep-worker.mjs', import.meta.url), {
      workerData: bars,
      resourceLimits: { maxYoungGenerationSizeMb: 32 },
    })
    const next = (): void => {
      const task = tasks.shift()
      if (task !== undefined) worker.postMessage(task)
      else void worker.terminate().then(() => resolve())
    }
    worker.on('error', reject)
    worker.on('message', (answer: SweepAnswer) => {
      take(answer)
      next()
    })
    next()
  })
}
