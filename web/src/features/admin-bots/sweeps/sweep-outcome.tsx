import type { SweepReport } from '@trading-bot/contract/rest/trading/sweeps'
import { DataUsedView } from '../backtests/data-used.tsx'
import { HeatMap } from './heat-map.tsx'
import { WalkForward } from './walk-forward.tsx'

const TOO_FEW = 'Too few trades'

/** The map of a finished sweep, and how its choice did on the days after. */
export function SweepOutcome({ report }: { report: SweepReport }) {
  const { x, y, others, walk_forward: result } = report
  return (
    <>
      <DataUsedView data={report.data} />
      <HeatMap report={report} />
      {result && (
        <WalkForward
          result={result}
          chosen={[
            { title: x.label, isFigure: true, cell: (fold: Fold) => fold.x ?? TOO_FEW },
            ...(y.field === '' ? [] : [{ title: y.label, isFigure: true, cell: (fold: Fold) => fold.y ?? TOO_FEW }]),
            ...others.map(({ label }, index) => ({
              title: label,
              isFigure: true,
              cell: (fold: Fold) => fold.others[index] ?? TOO_FEW,
            })),
          ]}
        />
      )}
    </>
  )
}

type Fold = NonNullable<SweepReport['walk_forward']>['folds'][number]
