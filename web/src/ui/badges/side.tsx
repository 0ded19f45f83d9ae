import type { Trade } from '@trading-bot/contract/rest/trading/bots'
import classes from './side.module.css'

/** BUY or SELL, told apart by colour and word in every list. */
export function Side({ side }: { side: Trade['order_type'] }) {
  return (
    <span className={classes[side]} data-side={side}>
      {side}
    </span>
  )
}
