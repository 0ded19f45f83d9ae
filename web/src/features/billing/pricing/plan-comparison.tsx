import { Paper, Text, Title } from '@mantine/core'
import { INTERVAL_LABELS } from '@trading-bot/contract/rest/trading/bar-interval'
import { formatRupees } from '@trading-bot/core/money'
import { memo } from 'react'
import { useIsPhone } from '../../../lib/use-is-phone.ts'
import late from '../../../ui/layout/laid-out-late.module.css'
import { CompactRows } from '../../../ui/lists/compact-rows.tsx'
import { type Column, DataTable } from '../../../ui/tables/data-table.tsx'
import { quarterCost } from '../plans/quarter-cost.ts'
import type { AnyPlan } from '../plans/selected-plan.ts'

/** The same facts of every plan side by side: what it costs in a month and in a quarter, and what its bot does. */
export const PlanComparison = memo(function PlanComparison({ plans }: { plans: readonly AnyPlan[] }) {
  const isPhone = useIsPhone()
  if (plans.length === 0) return null
  const rows = plans.map((plan) => ({ ...factsOf(plan), ...quarterCost(plan, plans), id: plan.id }))
  return (
    <Paper
      component="section"
      aria-label="Compare plans"
      className={late['late']}
      p={{ base: 'md', sm: 'lg' }}
      radius="lg"
    >
      <Title order={2} mb={4}>
        Compare plans
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        All prices include GST. Entries are per day, runs on history per month. {quarterText(rows)}
      </Text>
      {isPhone ? (
        <CompactRows name="Plans compared" rows={rows} rowKey={({ id }) => id} lines={linesOf} />
      ) : (
        <DataTable name="Plans compared" columns={columnsFor(rows)} rows={rows} rowKey={({ id }) => id} />
      )}
    </Paper>
  )
})

type Facts = {
  readonly name: string
  readonly price: number
  readonly period: string
  readonly symbols: string
  readonly directions: string
  readonly bars: string
  readonly orders: string
  readonly runs: number
}
type Row = Facts & { readonly id: string; readonly cost: number; readonly saves: number }

const COLUMNS: readonly Column<Row>[] = [
  { title: 'Plan', cell: ({ name }) => name, isWhole: true },
  { title: 'A month', cell: ({ price }) => formatRupees(price), isFigure: true },
  { title: 'A quarter', cell: ({ cost }) => formatRupees(cost), isFigure: true },
  { title: 'Period', cell: ({ period }) => period, isWhole: true },
  { title: 'Symbols', cell: ({ symbols }) => symbols, isWhole: true },
  { title: 'Direction', cell: ({ directions }) => directions, isWhole: true },
  { title: 'Bars', cell: ({ bars }) => bars, isWhole: true },
  { title: 'Entries', cell: ({ orders }) => orders, isFigure: true },
  { title: 'Runs', cell: ({ runs }) => runs, isFigure: true },
]

const SAVING: Column<Row> = {
  title: 'Saves',
  cell: ({ saves }) => (saves > 0 ? formatRupees(saves) : UNSET),
  isFigure: true,
}

/** The saving has a column only where some plan saves. */
function columnsFor(rows: readonly Row[]): readonly Column<Row>[] {
  return rows.some(({ saves }) => saves > 0) ? COLUMNS.toSpliced(3, 0, SAVING) : COLUMNS
}

function linesOf({ name, price, cost, saves, symbols, directions, bars, orders, runs }: Row) {
  const known = (...texts: readonly string[]) => texts.filter((text) => !text.startsWith(UNSET)).join(' · ')
  return [
    [name, `${formatRupees(price)} a month`],
    [known(symbols, bars), `${formatRupees(cost)} a quarter`],
    [
      saves > 0 ? `Saves ${formatRupees(saves)} a quarter` : known(directions, `${orders} entries a day`),
      `${runs} history runs`,
    ],
  ] as const
}

/** Chosen by the holder or by the bot's program, so that the plan itself says nothing about it. */
const UNSET = '–'

function factsOf(plan: AnyPlan): Facts {
  const { name, price } = plan
  if (!('bot_type' in plan)) {
    const symbols = plan.max_symbols === 1 ? '1 symbol' : `Up to ${plan.max_symbols} symbols`
    const own = { symbols, directions: UNSET, bars: UNSET, orders: UNSET }
    return { name, price, period: `${plan.duration} days`, ...own, runs: plan.history_runs_per_month }
  }
  const { bot } = plan
  return {
    name,
    price,
    period: `${plan.duration_days} days`,
    symbols: bot ? (bot.symbols.length === 1 ? (bot.symbols[0] ?? UNSET) : `${bot.symbols.length} symbols`) : UNSET,
    directions: bot?.directions ? (bot.directions === 'both' ? 'Long and short' : 'Long only') : UNSET,
    bars: bot ? INTERVAL_LABELS[bot.interval] : UNSET,
    orders: bot ? String(bot.max_orders_per_day) : UNSET,
    runs: plan.backtesting_enabled ? plan.history_runs_per_month : 0,
  }
}

function quarterText(rows: readonly Row[]): string {
  return rows.some(({ saves }) => saves > 0)
    ? 'A quarterly plan is paid three months at once; the saving is against the monthly plan of the same bot.'
    : 'A quarter costs three times the month: a quarterly plan renews less often, at the same price.'
}
