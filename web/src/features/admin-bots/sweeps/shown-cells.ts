import type { SweepReport } from '@trading-bot/contract/rest/trading/sweeps'
import { bestOf } from '@trading-bot/core/sweep/best-of'
import { scoreOf } from '@trading-bot/core/sweep/objective'

export type Cell = SweepReport['cells'][number]
/** The value that a parameter beside the map is held at; null is its best. */
export type Held = Readonly<Record<string, number | null>>

/** Every swept parameter; a sweep of one has no second. */
export function axesOf({ x, y, others }: SweepReport): SweepReport['x'][] {
  return [x, ...(y.field === '' ? [] : [y]), ...others]
}

/** The cell's value of a parameter. */
export function valueOf({ x, y, others }: SweepReport, cell: Cell, field: string): number {
  if (field === x.field) return cell.x
  if (field === y.field) return cell.y
  return cell.others[others.findIndex((axis) => axis.field === field)]!
}

export function scoreOfCell({ objective }: SweepReport, { net, trades, max_drawdown }: Cell): number {
  return scoreOf(objective, { net, trades, maxDrawdown: max_drawdown })
}

/** The best cell of those with enough trades; null where none has. */
export function bestCell(report: SweepReport, cells: readonly Cell[]): Cell | null {
  const index = bestOf(
    cells,
    (cell) => scoreOfCell(report, cell),
    ({ trades }) => trades >= report.min_trades,
  )
  return index === undefined ? null : cells[index]!
}

/**
 * For every pair of two parameters the cell that the map shows: the best of all that have the pair and the held values.
 * Where none has enough trades, the best of those all the same, so that the map has no holes.
 */
export function shownCells(report: SweepReport, across: string, down: string | null, held: Held): Map<string, Cell> {
  const groups = new Map<string, Cell[]>()
  for (const cell of report.cells) {
    const isHeld = Object.entries(held).every(
      ([field, value]) => value === null || valueOf(report, cell, field) === value,
    )
    if (!isHeld) continue
    const key = pairKey(valueOf(report, cell, across), down === null ? 0 : valueOf(report, cell, down))
    const group = groups.get(key)
    if (group) group.push(cell)
    else groups.set(key, [cell])
  }
  const anyBest = (cells: readonly Cell[]) =>
    cells[
      bestOf(
        cells,
        (cell) => scoreOfCell(report, cell),
        () => true,
      )!
    ]!
  return new Map([...groups].map(([key, cells]) => [key, bestCell(report, cells) ?? anyBest(cells)]))
}

export function pairKey(column: number, row: number): string {
  return `${column} ${row}`
}
