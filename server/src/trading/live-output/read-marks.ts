import type { Marks, readMarks as spec } from '@trading-bot/contract/rest/trading/strategy-output'
import { StoredMarks } from '@trading-bot/contract/rest/trading/strategy-output'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { listMarkRows } from './marks-store.ts'

export const readMarks: UseCase<typeof spec> = async ({ db }, { bot_id, symbol }) => {
  const rows = await listMarkRows(db, bot_id, symbol)
  return {
    version: rows.at(-1)?.version ?? null,
    marks: merged(rows.map((row) => StoredMarks.parse(row.marks))),
  }
}

/** In the order of time. A strategy that was started again warms up on bars that it knew: what it says last counts. */
function merged(all: readonly StoredMarks[]): Marks {
  const bars = new Map<number, { signal: number; readonly values: Map<string, number | null> }>()
  const panes = new Map<string, string | null>()
  for (const { timesMs, signals, series } of all) {
    for (const { name, pane } of series) panes.set(name, pane)
    for (const [at, timeMs] of timesMs.entries()) {
      const bar = bars.get(timeMs) ?? { signal: 0, values: new Map() }
      bar.signal |= signals[at] ?? 0
      for (const { name, values } of series) bar.values.set(name, values[at] ?? null)
      bars.set(timeMs, bar)
    }
  }
  const ordered = [...bars].sort(([one], [other]) => one - other)
  return {
    times_ms: ordered.map(([timeMs]) => timeMs),
    signals: ordered.map(([, { signal }]) => signal),
    series: [...panes].map(([name, pane]) => ({
      name,
      pane,
      values: ordered.map(([, { values }]) => values.get(name) ?? null),
    })),
  }
}
