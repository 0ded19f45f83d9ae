import type { InstanceId, Token } from '@trading-bot/core/units'
import type { FaultSwitch } from '../brokers/faulty/fault-switch.ts'
import { faultyBroker } from '../brokers/faulty/faulty-broker.ts'
import { laggingBooks, LONGEST_LAG_MS } from '../brokers/faulty/lagging-books.ts'
import { partialFills } from '../brokers/faulty/partial-fills.ts'
import type { PriceRanges } from '../brokers/faulty/price-range.ts'
import { strictExchange } from '../brokers/faulty/strict-exchange.ts'
import { paperBroker } from '../brokers/paper/paper-broker.ts'
import type { PaperMarket } from '../brokers/paper/paper-market.ts'
import type { Broker } from '../ports.ts'
import type { VirtualTime } from '../ports/virtual-time.ts'
import { excusingFaults, refusalPauses, watchAnswers } from './excuses.ts'
import type { ExposureWatch } from './exposure-watch.ts'
import { withoutForeignTags } from './owner.ts'
import type { ProtectionWatch } from './protection-watch.ts'
import type { Referee } from './referee.ts'

export const FILL_MODEL = { slippageBps: 3 }

type Parts = {
  /** By bot instance. */
  readonly accounts: ReadonlyMap<InstanceId, string>
  readonly market: PaperMarket
  readonly ranges: PriceRanges
  readonly faults: FaultSwitch
  readonly exchangeFaults: FaultSwitch
  readonly time: VirtualTime
  readonly judge: Referee
  readonly exposure: ExposureWatch
  readonly protection: ProtectionWatch
}

type Brokers = {
  /** By broker account: behind all faults. */
  readonly truth: ReadonlyMap<string, Broker>
  /** By bot instance: through faults, under the referee's eyes. */
  readonly reached: ReadonlyMap<InstanceId, Broker>
}

/** The accounts at the broker itself, and as the engine reaches them. */
export function openBrokers(parts: Parts): Brokers {
  const { accounts, market, faults, time, judge, exposure, protection } = parts
  const { clock, timers } = time
  const fillQuantity = partialFills(faults)
  const paper = { cashPaise: 2 ** 45, market, fillModel: FILL_MODEL, clock, timers, fillQuantity }
  const truth = new Map([...new Set(accounts.values())].map((id) => [id, protection.follow(id, paperBroker(paper))]))
  for (const [id, broker] of truth) exposure.follow(id, broker)
  const reached = new Map([...truth].map(([id, broker]) => [id, reachedOver(parts, id, broker)]))
  return {
    truth,
    reached: new Map([...accounts].map(([id, accountId]) => [id, judge.watchCalls(id, reached.get(accountId)!)])),
  }
}

function reachedOver(parts: Parts, accountId: string, truth: Broker): Broker {
  const { ranges, faults, exchangeFaults, time, judge, exposure, protection } = parts
  const { clock, timers } = time
  const excuse = (token: Token | null, untilMs: number) => protection.excuse(accountId, token, untilMs)
  const excusing = { clock, timers, excuse }
  const seen = judge.watchTruth(accountId, withoutForeignTags(truth), exposure.notePlaced)
  const behind = { faults: exchangeFaults, clock, timers }
  const exchange = strictExchange(seen, {
    ...behind,
    ranges,
    onRefused: refusalPauses(excusing, LONGEST_LAG_MS),
  })
  const books = laggingBooks(exchange, behind)
  const reached = faultyBroker(books, { faults: excusingFaults(faults, excusing), clock, timers })
  const noting: Broker = {
    ...reached,
    place(request) {
      if (request.purpose !== 'ENTRY') protection.noteTried(accountId, request.instrument.token)
      return reached.place(request)
    },
  }
  return watchAnswers(noting, excusing)
}
