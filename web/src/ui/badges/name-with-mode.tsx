import type { TradingMode } from '@trading-bot/contract/rest/trading/bots'
import { ModeBadge } from './mode-badge.tsx'
import classes from './name-with-mode.module.css'

/** The first cell of a trading row: its name and its mode. */
export function NameWithMode({ name, mode }: { name: string; mode: TradingMode }) {
  return (
    <span className={classes['name']}>
      <span className={classes['text']}>{name}</span>
      <ModeBadge mode={mode} />
    </span>
  )
}
