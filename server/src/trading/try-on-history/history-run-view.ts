import { BacktestReport, BacktestState } from '@trading-bot/contract/rest/trading/bot-config'
import type { HistoryRun, HistoryRuns } from '@trading-bot/contract/rest/trading/history-runs'
import type { HistoryRunRow } from '../strategies/index.ts'

/** Without the script's output, which belongs to the administrator. */
export function historyRunView(row: HistoryRunRow): HistoryRun {
  const report = row.report === null ? null : BacktestReport.parse(row.report)
  return { ...factsOf(row, report), report, robustness: report?.robustness ?? null }
}

export function historyRunFacts(row: HistoryRunRow): HistoryRuns['runs'][number] {
  return factsOf(row, row.report === null ? null : BacktestReport.parse(row.report))
}

function factsOf(row: HistoryRunRow, report: BacktestReport | null): HistoryRuns['runs'][number] {
  const { id, state, progress, days, created_at, error } = row
  return {
    id,
    state: BacktestState.parse(state),
    progress,
    days,
    created_at: created_at.toISOString(),
    error,
    net: report?.net ?? null,
  }
}
