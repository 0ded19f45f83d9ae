import type { TickStream } from '../../ports.ts'
import type { FaultSwitch } from './fault-switch.ts'

const FURTHEST_SHARE = 0.19
const NEAREST_SHARE = 0.02

/** A feed with single ticks far from the market; the market itself is untouched. */
export function freakTicks(inner: TickStream, { strikes, randomness }: FaultSwitch): TickStream {
  return {
    open: (tokens, listener) =>
      inner.open(tokens, {
        ...listener,
        onTick: (tick) => {
          if (!strikes('FREAK_TICK')) return listener.onTick(tick)
          const share = NEAREST_SHARE + randomness.fraction() * (FURTHEST_SHARE - NEAREST_SHARE)
          const factor = randomness.whole(2) === 0 ? 1 - share : 1 + share
          listener.onTick({ ...tick, pricePaise: Math.round((tick.pricePaise * factor) / 5) * 5 })
        },
      }),
  }
}
