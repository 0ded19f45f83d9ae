import { openTestExchange, SBIN } from '../../exchange/testing/open-test-exchange.ts'
import type { Answer, BrokerOrder, OrderRequest } from '../../ports.ts'
import { systemDrain } from '../../ports/system-drain.ts'
import type { FaultSwitch } from '../faulty/fault-switch.ts'
import { faultyBroker } from '../faulty/faulty-broker.ts'
import { exchangePaperMarket } from '../paper/exchange-paper-market.ts'
import { paperBroker, type PaperSetup } from '../paper/paper-broker.ts'
import { settleWork } from './settle-work.ts'

/** A faulty broker before a paper broker, whose books are the truth. */
export function openFaultyBroker(faults: FaultSwitch, options: Partial<PaperSetup> = {}) {
  const { exchange, time } = openTestExchange()
  const market = exchangePaperMarket(exchange)
  const truth = paperBroker({ cashPaise: 100_000_000, market, fillModel: { slippageBps: 5 }, ...time, ...options })
  const broker = faultyBroker(truth, { faults, ...time })
  const received: BrokerOrder[] = []
  broker.watchOrders({ onOrder: (order) => received.push(order), onGap: () => {} })
  const settle = <T>(work: Promise<T>) => settleWork(time, () => false, work)
  const pass = (ms: number) => time.settleTo(time.clock.nowMs() + ms, systemDrain)
  const lastPaise = () => market.quoteOf(SBIN.token)!.lastPaise
  const request = (clientId: string, change: Partial<OrderRequest> = {}): OrderRequest => ({
    clientId,
    instrument: SBIN,
    side: 'BUY',
    quantity: 10,
    product: 'INTRADAY',
    purpose: 'ENTRY',
    price: { kind: 'MARKET', lastPaise: lastPaise() },
    decidedAtMs: time.clock.nowMs(),
    ...change,
  })
  return { exchange, time, truth, broker, received, settle, pass, lastPaise, request }
}

export function valueOf<T>(answer: Answer<T>): T {
  if (answer.kind !== 'answered') throw new Error(`not answered: ${answer.kind}`)
  return answer.value
}
