import { Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import type { BacktestRun } from '@trading-bot/contract/rest/trading/backtest-runs'
import { type BacktestReport, readBacktest } from '@trading-bot/contract/rest/trading/bot-config'
import { formatNumber } from '@trading-bot/core/format-number'
import { formatRupees } from '@trading-bot/core/money'
import { type ReactNode, useMemo } from 'react'
import { formatDate, formatDateTime } from '../../../lib/format.ts'
import { queryOf } from '../../../lib/queries/query-of.ts'
import { Profit } from '../../../ui/figures/profit.tsx'
import { type Column, DataTable } from '../../../ui/tables/data-table.tsx'
import { EquityChart } from './equity-chart.tsx'

type Compared = { readonly name: string; readonly report: BacktestReport }

const percent = (value: number | null) => (value === null ? 'N/A' : `${(value * 100).toFixed(1)} %`)
const figure = (value: number | null) => (value === null ? 'N/A' : value.toFixed(2).replace('-', '−'))

const FIGURES: readonly (readonly [label: string, read: (report: BacktestReport) => ReactNode])[] = [
  ['Net profit', ({ net }) => <Profit amount={net} />],
  ['Return', ({ net, capital }) => <Return net={net} capital={capital} />],
  ['Buy and hold', ({ benchmark }) => <Profit amount={benchmark?.net ?? null} unknown="N/A" />],
  ['Capital', ({ capital }) => formatRupees(capital)],
  ['First day', ({ from }) => formatDate(from)],
  ['Last day', ({ until }) => formatDate(until)],
  ['Symbols', ({ symbols }) => (symbols.length > 2 ? `${symbols.length} symbols` : symbols.join(', '))],
  ['Trades', ({ trades_total }) => formatNumber(trades_total)],
  ['Win rate', ({ win_rate }) => percent(win_rate)],
  ['Profit factor', ({ profit_factor }) => figure(profit_factor)],
  ['Max drawdown', ({ max_drawdown }) => formatRupees(max_drawdown)],
  ['Sharpe (daily)', ({ sharpe }) => figure(sharpe)],
  ['Charges', ({ charges }) => formatRupees(charges)],
  ['Time in market', ({ exposure }) => percent(exposure)],
]

/** The figures of several runs side by side, and their equity in percent of each run's own capital. */
export function CompareRuns({ runs }: { runs: readonly BacktestRun[] }) {
  const queries = useQueries({ queries: runs.map(({ id }) => queryOf(readBacktest, { id })) })
  const reports = queries.map(({ data }) => data?.report ?? null)
  const isReady = reports.every((report) => report !== null)
  const known = reports.map((report) => report?.result_hash).join()
  const compared = useMemo(
    () => runs.flatMap((run, i) => (reports[i] ? [{ name: nameOf(run, i), report: reports[i] }] : [])),
    // The reports of a run never change.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [known],
  )
  return (
    <Stack gap="sm" component="section" aria-label="Comparison">
      <Title order={3}>Comparison</Title>
      {isReady ? <Ready compared={compared} /> : <Skeleton h={300} />}
    </Stack>
  )
}

function Ready({ compared }: { compared: readonly Compared[] }) {
  const columns: readonly Column<(typeof FIGURES)[number]>[] = [
    { title: 'Figure', cell: ([label]) => label },
    ...compared.map(({ report }, i) => ({
      title: `Run ${i + 1}`,
      isFigure: true,
      cell: ([, read]: (typeof FIGURES)[number]) => read(report),
    })),
  ]
  const lines = useMemo(
    () =>
      compared.map(({ name, report: { equity, capital } }) => ({
        name,
        points: equity.map(([time, value]): [string, number] => [time, (value / capital - 1) * 100]),
      })),
    [compared],
  )
  return (
    <>
      <EquityChart lines={lines} label={`Return of ${compared.length} runs in percent`} unit="percent" />
      <DataTable name="Comparison" columns={columns} rows={FIGURES} rowKey={([label]) => label} />
    </>
  )
}

function Return({ net, capital }: { net: number; capital: number }) {
  if (capital === 0) return 'N/A'
  const value = (net / capital) * 100
  const sign = value < 0 ? '−' : value > 0 ? '+' : ''
  return (
    <Text span inherit>
      {`${sign}${Math.abs(value).toFixed(2)} %`}
    </Text>
  )
}

/** Numbered, so that two runs with the same note are told apart. */
function nameOf({ note, version, created_at }: BacktestRun, at: number): string {
  const what = version === null ? 'Unsaved' : `Version ${version}`
  return `Run ${at + 1}: ${note || `${what}, ${formatDateTime(created_at)}`}`
}
