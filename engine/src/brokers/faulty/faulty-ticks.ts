import type { Tick, TickStream } from '../../ports.ts'
import type { Timers } from '../../ports/timers.ts'
import type { FaultSwitch } from './fault-switch.ts'

const LONGEST_DELAY_MS = 250
const LONGEST_DROP_MS = 120_000
const SHORTEST_FREEZE_MS = 20_000
const LONGEST_FREEZE_MS = 90_000

/** A feed that disconnects, falls silent, duplicates and delays ticks, and adds impossible prices. */
export function faultyTicks(inner: TickStream, faults: FaultSwitch, timers: Timers): TickStream {
  const { strikes, randomness } = faults
  return {
    open(tokens, listener) {
      let isUp = false
      let isDropped = false
      let isFrozen = false
      const freeze = () => {
        isFrozen = true
        timers.after(SHORTEST_FREEZE_MS + randomness.whole(LONGEST_FREEZE_MS - SHORTEST_FREEZE_MS), () => {
          isFrozen = false
        })
      }
      const drop = () => {
        isDropped = true
        listener.onDown()
        timers.after(1 + randomness.whole(LONGEST_DROP_MS), () => {
          isDropped = false
          if (isUp) listener.onUp()
        })
      }
      const deliver = (tick: Tick) => {
        const delayMs = strikes('TICK_DELAYED') ? randomness.whole(LONGEST_DELAY_MS) : 0
        if (delayMs === 0) return listener.onTick(tick)
        timers.after(delayMs, () => {
          if (!isDropped) listener.onTick(tick)
        })
      }
      return inner.open(tokens, {
        onTick: (tick) => {
          if (!isDropped && strikes('FEED_DROPS')) drop()
          if (isDropped) return
          if (!isFrozen && strikes('FROZEN_TICKS')) freeze()
          if (isFrozen) return
          if (strikes('TICK_INSANE')) deliver({ ...tick, pricePaise: tick.pricePaise * (randomness.whole(2) * 100) })
          deliver(tick)
          if (strikes('TICK_DOUBLED')) deliver(tick)
        },
        onUp: () => {
          isUp = true
          if (!isDropped) listener.onUp()
        },
        onDown: () => {
          isUp = false
          if (!isDropped) listener.onDown()
        },
      })
    },
  }
}
