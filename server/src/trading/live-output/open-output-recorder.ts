import { MINUTE_MS } from '@trading-bot/core/time'
import type { BotInstance } from '@trading-bot/engine/live/accounts/bot-instance'
import type { RunnerReport } from '@trading-bot/engine/sandbox/strategies/runner-reports'
import { NOTICES } from '../../platform/bus/notices.ts'
import type { Deps } from '../../platform/http/context.ts'
import { insertOutput, type NewOutput } from './output-store.ts'

// A script prints at most sixty lines a minute (the runtime keeps the newest); this bounds what else is noted of it.
const LINES_A_MINUTE = 120
const FLUSH_MS = 500
/** While the database is away; the oldest are dropped first. */
const MOST_WAITING = 2_000
const MOST_TEXT = 9_000

export type OutputRecorder = {
  readonly add: (instance: BotInstance, report: RunnerReport) => void
  readonly stop: () => Promise<void>
}

type RecorderDeps = Pick<Deps, 'db' | 'clock' | 'bus'>

type Bucket = { lines: number; atMs: number; leftOut: number }

/** Writes what strategies report in the background: a slow database never delays a bar, and a chatty script is thinned out. */
export function openOutputRecorder(deps: RecorderDeps, onError: (error: unknown) => void) {
  const { clock } = deps
  const waiting: NewOutput[] = []
  const buckets = new Map<string, Bucket>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  function flush(): void {
    timer = undefined
    const rows = waiting.splice(0)
    if (rows.length === 0) return
    writing = writing
      .then(() => write(deps, rows))
      .catch((error: unknown) => {
        onError(error)
        waiting.unshift(...rows.slice(-MOST_WAITING))
        schedule()
      })
  }

  function schedule(): void {
    timer ??= setTimeout(flush, FLUSH_MS)
    timer.unref()
  }

  function keep(instance: BotInstance, report: RunnerReport): void {
    waiting.push({
      bot_id: instance.strategyId,
      version: instance.version,
      runner_key: instance.runnerKey,
      kind: report.kind,
      text: report.text.trimEnd().slice(0, MOST_TEXT),
      line: report.line,
      bar_at: report.barMs === null ? null : new Date(report.barMs),
      at: clock.now(),
    })
    if (waiting.length > MOST_WAITING) waiting.splice(0, waiting.length - MOST_WAITING)
    schedule()
  }

  const recorder: OutputRecorder = {
    add(instance, report) {
      const lines = report.text.trimEnd().split('\n').length
      const bucket = filledBucket(buckets, instance.runnerKey, clock.now().getTime())
      // An error is never left out: it is the last thing that a script says.
      if (report.kind !== 'error' && bucket.lines < lines) {
        bucket.leftOut += lines
        return
      }
      bucket.lines = Math.max(0, bucket.lines - lines)
      if (bucket.leftOut > 0) {
        keep(instance, { ...report, kind: 'note', line: null, text: `(${bucket.leftOut} lines left out)` })
        bucket.leftOut = 0
      }
      keep(instance, report)
    },
    stop: async () => {
      clearTimeout(timer)
      flush()
      await writing
      clearTimeout(timer)
    },
  }
  return recorder
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
