import type { Today } from '@trading-bot/contract/rest/trading/dashboards'
import { formatRupees } from '@trading-bot/core/money'
import { useMemo } from 'react'
import { formatClock } from '../../../lib/format.ts'
import { Curve } from '../../../ui/figures/curve.tsx'

type Props = { curve: Today['curve']; capital: number; heightPx: number }

// A result of a few rupees stays a small one on the axis.
const SMALLEST_SHARE_OF_CAPITAL = 0.0005

/** The result of this session after each order; the last point is the result now, with open positions. */
export function TodayCurve({ curve, capital, heightPx }: Props) {
  const points = useMemo(() => curve.map(({ at, net }) => ({ x: Date.parse(at), y: net })), [curve])
  return (
    <Curve
      label="Today’s result"
      heightPx={heightPx}
      points={points}
      leastY={Math.max(1, capital * SMALLEST_SHARE_OF_CAPITAL)}
      xText={(x) => formatClock(x).slice(0, 5)}
      yText={(y) => formatRupees(y).replace(/\.00$/, '')}
      values={{ columns: ['Time', 'Net P&L'], rows: curve.map(({ at, net }) => [formatClock(at), formatRupees(net)]) }}
    />
  )
}
