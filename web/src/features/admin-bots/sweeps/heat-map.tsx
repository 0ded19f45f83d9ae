import { Text } from '@mantine/core'
import type { SweepReport } from '@trading-bot/contract/rest/trading/sweeps'
import { formatNumber } from '@trading-bot/core/format-number'
import { formatRupees } from '@trading-bot/core/money'
import { bestOf } from '@trading-bot/core/sweep/best-of'
import classes from './heat-map.module.css'
import { ProfitCell } from './profit-cell.tsx'

/**
 * Net profit of every parameter pair: green for profit, red for loss, stronger for larger amounts; the best of those with
 * enough trades is framed.
 */
export function HeatMap({ report }: { report: SweepReport }) {
  const { cells, x, y } = report
  const strongest = Math.max(1, ...cells.map(({ net }) => Math.abs(net)))
  const enough = report.min_trades
  const index = bestOf(
    cells,
    ({ net }) => net,
    ({ trades }) => trades >= enough,
  )
  const best = index === undefined ? null : cells[index]!
  const at = new Map(cells.map((cell) => [`${cell.x} ${cell.y}`, cell]))
  return (
    <div>
      <Text size="sm" c="dimmed" mb="xs">
        {`${report.symbol} · ${formatNumber(report.bars)} bars · ${cells.length} pairs in ${report.took_ms} ms. `}
        {best
          ? `Best of those with at least ${count(enough, 'trade')}: ${x.label} ${best.x}${y.field === '' ? '' : `, ${y.label} ${best.y}`} with ${formatRupees(best.net)} in ${count(best.trades, 'trade')}.`
          : `No pair made ${count(enough, 'trade')}, so that none is called the best: fewer prove nothing.`}
      </Text>
      <section className={classes['frame']} aria-label="Heat map">
        <table
          className={classes['map']}
          aria-label={`Net profit by ${x.label}${y.field === '' ? '' : ` and ${y.label}`}`}
        >
          <thead>
            <tr>
              <th scope="col">{y.field === '' ? x.label : `${y.label} \\ ${x.label}`}</th>
              {x.values.map((value) => (
                <th key={value} scope="col">
                  {value}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {y.values.map((row) => (
              <tr key={row}>
                <th scope="row">{y.field === '' ? 'Net' : row}</th>
                {x.values.map((column) => {
                  const cell = at.get(`${column} ${row}`)
                  return (
                    <ProfitCell
                      key={column}
                      net={cell?.net}
                      strongest={strongest}
                      isFramed={cell !== undefined && cell === best}
                      title={
                        cell &&
                        `${formatRupees(cell.net)}, ${count(cell.trades, 'trade')}${cell.trades < enough ? ' (too few to tell)' : ''}, drawdown ${formatRupees(cell.max_drawdown)}`
                      }
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

function count(amount: number, what: string): string {
  return `${formatNumber(amount)} ${what}${amount === 1 ? '' : 's'}`
}
