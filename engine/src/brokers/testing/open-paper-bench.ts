import { openTestExchange, SBIN } from '../../exchange/testing/open-test-exchange.ts'
import type { VirtualTime } from '../../ports/virtual-time.ts'
import type { AcceptanceBench } from '../acceptance/card.ts'
import { exchangePaperMarket } from '../paper/exchange-paper-market.ts'
import { paperBroker } from '../paper/paper-broker.ts'
import { pause } from '../pause.ts'
import { settleWork } from './settle-work.ts'

/** A paper account on the simulated exchange, in process and in virtual time. */
export async function openPaperBench(): Promise<AcceptanceBench & { readonly time: VirtualTime }> {
  const { exchange, time } = openTestExchange()
  const { clock, timers } = time
  const market = exchangePaperMarket(exchange)
  const settle = <T>(work: Promise<T>) => settleWork(time, () => false, work)
  return {
    broker: paperBroker({ cashPaise: 100_000_000, market, fillModel: { slippageBps: 5 }, clock, timers }),
    instrument: SBIN,
    settle,
    time,
    passMs: (durationMs) => settle(pause(timers, durationMs)),
    nowMs: clock.nowMs,
    close: async () => exchange.close(),
  }
}
