import { formatNumber } from '@trading-bot/core/format-number'
import classes from './heat-map.module.css'

type Props = {
  /** Undefined where nothing was run. */
  net: number | undefined
  /** Instead of whole rupees. */
  text?: string | undefined
  /** The largest amount on the map: the strongest colour. */
  strongest: number
  isFramed: boolean
  title: string | undefined
}

/** A cell of a heat map: green for profit, red for loss, stronger for larger amounts. */
export function ProfitCell({ net, text, strongest, isFramed, title }: Props) {
  if (net === undefined) return <td className={classes['none']}>–</td>
  const share = Math.round((Math.abs(net) / strongest) * 55)
  const colour = net >= 0 ? 'var(--gain)' : 'var(--loss)'
  return (
    <td
      data-best={isFramed || undefined}
      title={title}
      style={{ background: `color-mix(in srgb, ${colour} ${share}%, transparent)` }}
    >
      {text ?? signed(Math.round(net))}
    </td>
  )
}

function signed(rupees: number): string {
  const sign = rupees < 0 ? '−' : rupees > 0 ? '+' : ''
  return `${sign}${formatNumber(Math.abs(rupees))}`
}
