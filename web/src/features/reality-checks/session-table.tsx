import type { RealityCheck } from '@trading-bot/contract/rest/trading/reality-checks'
import { formatDateTime } from '../../lib/format.ts'
import { Profit } from '../../ui/figures/profit.tsx'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { bpsText, percentText } from './reality-text.ts'

const COLUMNS: readonly Column<RealityCheck>[] = [
  { title: 'Session', isWhole: true, cell: ({ opened_at }) => formatDateTime(opened_at) },
  {
    title: 'Agreement',
    isNote: true,
    cell: ({ agreement_percent, sentence }) => (agreement_percent === null ? sentence : percentText(agreement_percent)),
  },
  { title: 'Entries', isFigure: true, cell: ({ entries }) => matchText(entries) },
  { title: 'Exits', isFigure: true, cell: ({ exits }) => matchText(exits) },
  { title: 'Slippage', isFigure: true, cell: ({ slippage_bps }) => bpsText(slippage_bps) },
  { title: 'Backtest net', isFigure: true, cell: (check) => <Net check={check} amount={check.replayed_net} /> },
  { title: 'Net', isFigure: true, cell: (check) => <Net check={check} amount={check.net} /> },
]

export function SessionTable({ name, checks }: { name: string; checks: readonly RealityCheck[] }) {
  return (
    <DataTable
      name={name}
      columns={COLUMNS}
      rows={checks}
      rowKey={({ opened_at, checked_at }) => `${opened_at} ${checked_at}`}
    />
  )
}

function Net({ check, amount }: { check: RealityCheck; amount: number | null }) {
  return check.agreement_percent === null ? '–' : <Profit amount={amount} unknown="–" />
}

/** Of all that either side decided: "3 of 4". */
function matchText({ obtained, replayed, matched }: RealityCheck['entries']): string {
  const all = obtained + replayed - matched
  return all === 0 ? '–' : `${matched} of ${all}`
}
