import type { TickStream } from '@trading-bot/engine/ports'
import type { Cancel } from '@trading-bot/engine/ports/timers'
import type { Deps } from '../../../platform/http/context.ts'

/** The paper market's last prices in a process that trades none of it; an instrument is followed from the first question on. */
export function followPaperPrices(stream: TickStream): NonNullable<Deps['paperPrices']> & { readonly close: Cancel } {
  const last = new Map<string, number>()
  const followed = new Map<string, Cancel>()
  const follow = (token: string): Cancel =>
    stream.open([token], {
      onTick: ({ pricePaise }) => void last.set(token, pricePaise),
      onUp: () => {},
      onDown: () => {},
    })
  return {
    lastPaise: (token) => {
      if (!followed.has(token)) followed.set(token, follow(token))
      return last.get(token)
    },
    close: () => {
      for (const cancel of followed.values()) cancel()
    },
  }
}
