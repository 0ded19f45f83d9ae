import { MINUTE_MS } from '@trading-bot/core/time'
import type { BotInstance } from '@trading-bot/core/trading/account/state/bot-instance'
import type { BarMarks, RunnerReport } from '@trading-bot/engine/sandbox/strategies/runner-reports'
import { NOTICES } from '../../platform/bus/notices.ts'
import type { Deps } from '../../platform/http/context.ts'
import { insertMarks, type NewMarks } from './marks-store.ts'
import { insertOutput, type NewOutput } from './output-store.ts'
import { writeBehind } from './write-behind.ts'

// A script prints at most sixty lines a minute (the runtime keeps the newest); this bounds what else is noted of it.
const LINES_A_MINUTE = 120
const MOST_TEXT = 9_000

export type OutputRecorder = {
  readonly add: (instance: BotInstance, report: RunnerReport) => void
  readonly addMarks: (instance: BotInstance, marks: BarMarks) => void
  readonly stop: () => Promise<void>
}

type RecorderDeps = Pick<Deps, 'db' | 'clock' | 'bus'>

type Bucket = { lines: number; atMs: number; leftOut: number }

/** Writes what strategies report in the background: a slow database never delays a bar, and a chatty script is thinned out. */
export function openOutputRecorder(deps: RecorderDeps, onError: (error: unknown) => void): OutputRecorder {
  const { db, clock } = deps
  const buckets = new Map<string, Bucket>()
  const lines = writeBehind<NewOutput>((rows) => write(deps, rows), onError)
  const marks = writeBehind<NewMarks>((rows) => insertMarks(db, rows), onError)
  const placeOf = ({ strategyId, version, runnerKey }: BotInstance) => ({
    bot_id: strategyId,
    version,
    runner_key: runnerKey,
    at: clock.now(),
  })

  function keep(instance: BotInstance, { kind, text, line, barMs }: RunnerReport): void {
    const bar_at = barMs === null ? null : new Date(barMs)
    lines.add({ ...placeOf(instance), kind, text: text.trimEnd().slice(0, MOST_TEXT), line, bar_at })
  }

  return {
    add(instance, report) {
      const count = report.text.trimEnd().split('\n').length
      const bucket = filledBucket(buckets, instance.runnerKey, clock.now().getTime())
      // An error is never left out: it is the last thing that a script says.
      if (report.kind !== 'error' && bucket.lines < count) {
        bucket.leftOut += count
        return
      }
      bucket.lines = Math.max(0, bucket.lines - count)
      if (bucket.leftOut > 0) {
        keep(instance, { ...report, kind: 'note', line: null, text: `(${bucket.leftOut} lines left out)` })
        bucket.leftOut = 0
      }
      keep(instance, report)
    },
    addMarks(instance, { symbol, ...of }) {
      marks.add({ ...placeOf(instance), symbol, marks: JSON.stringify(of) })
    },
    stop: async () => {
      await lines.stop()
      await marks.stop()
    },
  }
}

async function write({ db, bus }: RecorderDeps, rows: readonly NewOutput[]): Promise<void> {
  await insertOutput(db, rows, bus === undefined)
  for (const botId of new Set(rows.map(({ bot_id }) => bot_id))) bus?.publish(NOTICES.output(botId), '')
}

function filledBucket(buckets: Map<string, Bucket>, key: string, nowMs: number): Bucket {
  const bucket = buckets.get(key) ?? { lines: LINES_A_MINUTE, atMs: nowMs, leftOut: 0 }
  const fresh = (Math.max(0, nowMs - bucket.atMs) / MINUTE_MS) * LINES_A_MINUTE
  bucket.lines = Math.min(LINES_A_MINUTE, bucket.lines + fresh)
  bucket.atMs = nowMs
  buckets.set(key, bucket)
  return bucket
}
