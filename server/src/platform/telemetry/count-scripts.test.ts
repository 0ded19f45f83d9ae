import type { ScriptFailure, ScriptSession } from '@trading-bot/engine/ports'
import { expect, test } from 'vitest'
import { readMetrics } from '../../testing/read-metrics.ts'
import { noScripts, type Scripts } from '../providers/open-scripts.ts'
import { countScripts } from './count-scripts.ts'
import { openMetrics } from './metrics.ts'

const FAILED: ScriptFailure = { kind: 'failed', failure: 'memory', error: 'x', line: null, trace: '', missing: [] }
const LIMITS = { memoryMb: 1, cpuS: 1, loadMs: 1, stepMs: 1 }

/** A sandbox in which every script loads and fails at its first step. */
const failing: Scripts = {
  ...noScripts,
  open: () =>
    ({
      load: async () => ({ kind: 'ready', style: 'events', python: '3', parameters: [] }),
      step: async () => FAILED,
    }) as unknown as ScriptSession,
}

test('a live script that failed and is started again is a restart; a test is not', async () => {
  const metrics = openMetrics({ clock: { now: () => new Date(0) }, onError: () => undefined })
  const scripts = countScripts(failing, metrics)
  const run = async (share: 'live' | 'test') => {
    const session = scripts.open({ code: 'pass' } as Parameters<Scripts['open']>[0], LIMITS, { share })
    await session?.load()
    await session?.step({} as Parameters<ScriptSession['step']>[0], 'trade')
  }
  await run('live')
  await run('test')
  expect((await readMetrics(metrics)).get('sandbox_restarts_total')).toBe(0)
  await run('live')
  const read = await readMetrics(metrics)
  expect(read.get('sandbox_restarts_total')).toBe(1)
  expect(read.get('sandbox_starts_total{share="live"}')).toBe(2)
  expect(read.get('sandbox_failures_total{share="live",failure="memory"}')).toBe(2)
  expect(read.get('sandbox_failures_total{share="test",failure="memory"}')).toBe(1)
})
