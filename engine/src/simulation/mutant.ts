import type { ClientId } from '@trading-bot/core/units'
import type { MarketCalendar } from '@trading-bot/core/calendar/market-calendar'
import type { LiveSetup } from '../live/run/engine/live-engine.ts'
import type { LiveStore } from '../live/book/live-store.ts'
import type { Broker, TickStream } from '../ports.ts'
import type { Timers } from '../ports/timers.ts'
import type { MemoryRows, StoreRules } from './memory-rows.ts'

/** A deliberately broken engine, because checks that never fail prove nothing. */
export type Mutant = {
  readonly store?: { readonly rules?: Partial<StoreRules>; readonly writeMs?: () => number }
  readonly wrapStore?: (store: LiveStore, rows: MemoryRows) => LiveStore
  readonly wrapBroker?: (broker: Broker, timers: Timers, isOwn: (clientId: ClientId) => boolean) => Broker
  readonly wrapStream?: (stream: TickStream) => TickStream
  readonly accountOf?: (id: string) => string
  readonly calendar?: MarketCalendar
  /** Between a step and whoever carries it out or judges it. */
  readonly onStep?: LiveSetup['onStep']
  readonly setup?: Partial<LiveSetup>
  /** More instruments than usual, for what shows only under load. */
  readonly instruments?: number
}

export const SOUND: Mutant = {}
