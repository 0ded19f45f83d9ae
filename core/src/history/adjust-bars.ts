import type { Bars } from '../bars.ts'
import { indiaDayNumber, indiaDayStartMs } from '../time.ts'

export const ACTION_KINDS = ['split', 'bonus', 'rights', 'dividend', 'consolidation', 'demerger'] as const

export type ActionKind = (typeof ACTION_KINDS)[number]

/** An event that changes the price of a share overnight without anybody gaining or losing by it. */
export type CorporateAction = {
  /** First India day that trades at the new price. */
  readonly exDay: number
  readonly kind: ActionKind
  /** Prices before the ex-day are multiplied by this: 0.2 when one share becomes five. */
  readonly factor: number
}

/** After these an old share is a different number of new ones; after the others only its price changes. */
const CHANGES_SHARES: ReadonlySet<ActionKind> = new Set(['split', 'bonus', 'consolidation'])

export type AdjustRange = {
  /** Actions after this day are not known yet at the end of the bars. */
  readonly untilDay: number
  /** Day up to which a source's prices were adjusted already; null for prices that traded. */
  readonly adjustedAsOf?: (day: number) => number | null
}

/**
 * Prices as if every share had always been one of the last day's, in whole paise, so that an indicator sees no jump
 * where nothing was traded. The bars themselves when no action concerns them; they are never changed.
 */
export function adjustBars(bars: Bars, actions: readonly CorporateAction[], range: AdjustRange): Bars {
  const { length } = bars.timeMs
  if (length === 0) return bars
  const known = actions.filter(({ exDay }) => exDay <= range.untilDay && indiaDayStartMs(exDay) > bars.timeMs[0]!)
  if (known.length === 0) return bars
  const adjusted: Bars = {
    timeMs: bars.timeMs,
    openPaise: bars.openPaise.slice(),
    highPaise: bars.highPaise.slice(),
    lowPaise: bars.lowPaise.slice(),
    closePaise: bars.closePaise.slice(),
    volume: bars.volume.slice(),
  }
  let dayEndMs = -Infinity
  let scale = { price: 1, shares: 1 }
  for (let row = 0; row < length; row++) {
    if (bars.timeMs[row]! >= dayEndMs) {
      const day = indiaDayNumber(bars.timeMs[row]!)
      dayEndMs = indiaDayStartMs(day + 1)
      scale = scaleOn(day, known, range.adjustedAsOf?.(day) ?? null)
    }
    if (scale.price === 1) continue
    for (const column of [adjusted.openPaise, adjusted.highPaise, adjusted.lowPaise, adjusted.closePaise]) {
      column[row] = Math.max(1, Math.round(column[row]! * scale.price))
    }
    adjusted.volume[row] = Math.round(adjusted.volume[row]! / scale.shares)
  }
  return adjusted
}

function scaleOn(day: number, actions: readonly CorporateAction[], adjustedAsOf: number | null) {
  let price = 1
  let shares = 1
  for (const { exDay, kind, factor } of actions) {
    if (exDay <= day || (adjustedAsOf !== null && exDay <= adjustedAsOf)) continue
    price *= factor
    if (CHANGES_SHARES.has(kind)) shares *= factor
  }
  return { price, shares }
}
