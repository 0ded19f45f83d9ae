import { Group, Select, Text } from '@mantine/core'
import type { SweepReport } from '@trading-bot/contract/rest/trading/sweeps'
import { formatNumber } from '@trading-bot/core/format-number'
import { formatRupees } from '@trading-bot/core/money'
import { useState } from 'react'
import classes from './heat-map.module.css'
import { OBJECTIVE_LABELS, scoreText, scoreWords } from './objective-labels.ts'
import { ProfitCell } from './profit-cell.tsx'
import { axesOf, bestCell, type Cell, type Held, pairKey, scoreOfCell, shownCells, valueOf } from './shown-cells.ts'

const BEST = 'best'

/**
 * The objective of every pair of two parameters: green for profit, red for loss, stronger for larger amounts; the best of
 * those with enough trades is framed. Further parameters are at their best for each pair, or held at a value.
 */
export function HeatMap({ report }: { report: SweepReport }) {
  const axes = axesOf(report)
  const [chosen, setChosen] = useState({ across: report.x.field, down: report.y.field })
  const [held, setHeld] = useState<Held>({})
  const across = axes.find(({ field }) => field === chosen.across)!
  const down = axes.find(({ field }) => field === chosen.down) ?? null
  const beside = axes.filter((axis) => axis !== across && axis !== down)
  const holding = Object.fromEntries(beside.map(({ field }) => [field, held[field] ?? null]))
  const shown = shownCells(report, across.field, down?.field ?? null, holding)
  const strongest = Math.max(0.01, ...[...shown.values()].map((cell) => Math.abs(scoreOfCell(report, cell))))
  const best = bestCell(report, [...shown.values()])
  const place = (name: 'across' | 'down') => (field: string | null) => {
    if (field === null) return
    const other = name === 'across' ? 'down' : 'across'
    // Two parameters change places.
    setChosen({ ...chosen, [name]: field, ...(chosen[other] === field && { [other]: chosen[name] }) })
  }
  const names = axes.map(({ field, label }) => ({ value: field, label }))
  return (
    <div>
      <Sentence report={report} />
      {axes.length > 2 && (
        <Group gap="sm" mb="xs" align="flex-end">
          <Select
            label="Map across"
            w={170}
            allowDeselect={false}
            data={names}
            value={chosen.across}
            onChange={place('across')}
          />
          <Select
            label="Map down"
            w={170}
            allowDeselect={false}
            data={names}
            value={chosen.down}
            onChange={place('down')}
          />
          {beside.map(({ field, label, values }) => (
            <Select
              key={field}
              label={`${label} at`}
              w={130}
              allowDeselect={false}
              data={[
                { value: BEST, label: 'Its best' },
                ...values.map((value) => ({ value: String(value), label: String(value) })),
              ]}
              value={String(held[field] ?? BEST)}
              onChange={(value) =>
                setHeld({ ...held, [field]: value === BEST || value === null ? null : Number(value) })
              }
            />
          ))}
        </Group>
      )}
      <section className={classes['frame']} aria-label="Heat map">
        <table
          className={classes['map']}
          aria-label={`${OBJECTIVE_LABELS[report.objective]} by ${across.label}${down ? ` and ${down.label}` : ''}`}
        >
          <thead>
            <tr>
              <th scope="col">{down ? `${down.label} \\ ${across.label}` : across.label}</th>
              {across.values.map((value) => (
                <th key={value} scope="col">
                  {value}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {(down?.values ?? [0]).map((row) => (
              <tr key={row}>
                <th scope="row">{down ? row : OBJECTIVE_LABELS[report.objective]}</th>
                {across.values.map((column) => {
                  const cell = shown.get(pairKey(column, row))
                  return (
                    <ProfitCell
                      key={column}
                      net={cell && scoreOfCell(report, cell)}
                      text={cell && scoreText(report.objective, scoreOfCell(report, cell))}
                      strongest={strongest}
                      isFramed={cell !== undefined && cell === best}
                      title={cell && cellWords(report, cell, beside)}
                    />
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}

/** What ran, and the best of it. */
function Sentence({ report }: { report: SweepReport }) {
  const { cells, min_trades: enough, objective } = report
  const best = bestCell(report, cells)
  const what = report.others.length > 0 ? 'combinations' : 'pairs'
  const values = (cell: Cell) =>
    axesOf(report)
      .map(({ field, label }) => `${label} ${valueOf(report, cell, field)}`)
      .join(', ')
  const worth = (cell: Cell) => {
    const net = formatRupees(cell.net)
    return objective === 'net' ? net : `${scoreWords(objective, scoreOfCell(report, cell))} (net ${net})`
  }
  return (
    <Text size="sm" c="dimmed" mb="xs">
      {`${report.symbol} · ${formatNumber(report.bars)} bars · ${formatNumber(cells.length)} ${what} in ${report.took_ms} ms. `}
      {best
        ? `Best${objective === 'net' ? '' : ` by ${OBJECTIVE_LABELS[objective].toLowerCase()}`} of those with at least ${count(enough, 'trade')}: ${values(best)} with ${worth(best)} in ${count(best.trades, 'trade')}.`
        : `No ${what.slice(0, -1)} made ${count(enough, 'trade')}, so that none is called the best: fewer prove nothing.`}
    </Text>
  )
}

function cellWords(report: SweepReport, cell: Cell, beside: readonly { field: string; label: string }[]): string {
  const few = cell.trades < report.min_trades ? ' (too few to tell)' : ''
  const others = beside.map(({ field, label }) => `, ${label} ${valueOf(report, cell, field)}`).join('')
  return `${formatRupees(cell.net)}, ${count(cell.trades, 'trade')}${few}, drawdown ${formatRupees(cell.max_drawdown)}${others}`
}

function count(amount: number, what: string): string {
  return `${formatNumber(amount)} ${what}${amount === 1 ? '' : 's'}`
}
