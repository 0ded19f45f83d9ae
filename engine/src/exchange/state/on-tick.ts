import type { Paise } from '@trading-bot/core/units'

/** The nearest price on a tick. */
export function onTick(pricePaise: number, tickPaise: Paise): Paise {
  return Math.round(pricePaise / tickPaise) * tickPaise
}
