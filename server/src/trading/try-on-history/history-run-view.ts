import { BacktestReport, BacktestState } from '@trading-bot/contract/rest/trading/bot-config'
import type { HistoryRun, HistoryRuns } from '@trading-bot/contract/rest/trading/history-runs'
import type { HistoryRunRow } from '../strategies/index.ts'
import { maySeePrices, type RunRights } from './rights-to-run.ts'
import { walkOf } from './walk-of.ts'

const NOT_SHOWN = 'The prices of this run may not be shown any more. Run it again.'

/** Without the script's output, which belongs to the administrator; without results where they are not shown. */
export function historyRunView(row: HistoryRunRow, rights: RunRights): HistoryRun {
  const { claim } = rights
  const { report, facts } = readRow(row, rights)
  if (claim.kind === 'hidden')
    return { ...facts, claim, report: null, robustness: null, walk: report && walkOf(report) }
  return { ...facts, claim, report, robustness: report?.robustness ?? null, walk: null }
}

export function historyRunFacts(row: HistoryRunRow, rights: RunRights): HistoryRuns['runs'][number] {
  return readRow(row, rights).facts
}

function readRow(row: HistoryRunRow, rights: RunRights) {
  const { id, state, progress, days, created_at } = row
  const made = row.report === null ? null : BacktestReport.parse(row.report)
  const report = made && maySeePrices(made, rights) ? made : null
  const facts: HistoryRuns['runs'][number] = {
    id,
    state: BacktestState.parse(state),
    progress,
    days,
    created_at: created_at.toISOString(),
    error: made && !report ? NOT_SHOWN : row.error,
    net: rights.claim.kind === 'hidden' ? null : (report?.net ?? null),
  }
  return { report, facts }
}
