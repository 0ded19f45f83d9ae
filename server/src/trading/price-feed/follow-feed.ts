import type { TickStream } from '@trading-bot/engine/ports'
import type { Clock } from '@trading-bot/engine/ports/clock'
import type { Timers } from '@trading-bot/engine/ports/timers'
import type { Bus } from '../../platform/bus/bus.ts'
import { compareWith, type FollowedGroup, forgetFeed, takeTick } from './followed-group.ts'
import { type LeadingTerm, openLeadingTerm } from './leading-term.ts'
import { decodeLast, decodeTick, type LastPrices, type LastRow, SUBJECTS } from './messages.ts'

/** The feed of another process, as this one follows it over the bus. */
export type FollowedFeed = {
  readonly stream: TickStream
  readonly lastOf: (token: string) => LastRow | undefined
  /** Whether a message of this term is of the leader. */
  readonly isLed: (term: number) => boolean
  /** Whether the feed and the bus are there; undefined before the first word of a feed. */
  readonly isUp: () => boolean | undefined
  /** Called with every word of the feed, and with undefined when it is gone. */
  readonly onLast: (listener: (last: LastPrices | undefined) => void) => void
  readonly close: () => void
}

type State = {
  readonly groups: Set<FollowedGroup>
  readonly listeners: Set<(last: LastPrices | undefined) => void>
  rows: ReadonlyMap<string, LastRow>
  /** When the feed spoke last, by the clock that never steps; undefined while it is gone. */
  heardMs: number | undefined
  wasHeard: boolean
}

type Setup = {
  readonly clock: Clock
  readonly timers: Timers
  /** The leader's term in the database. */
  readonly readTerm: () => Promise<number | undefined>
  readonly onError: (error: unknown) => void
}

const GONE_AFTER_MS = 2_500
const LOOK_EVERY_MS = 500
// A want that was lost is repeated; a new leader is told at once.
const WANT_EVERY_MS = 2_000

/**
 * Ticks over the bus. Whatever may have been lost (the bus, the leader, a number) is an interruption of the stream, after
 * which the engine's feed fills the minutes from candles, as after one of the broker's own.
 */
export function followFeed(bus: Bus, { clock, timers, readTerm, onError }: Setup): FollowedFeed {
  const state: State = {
    groups: new Set(),
    listeners: new Set(),
    rows: new Map(),
    heardMs: undefined,
    wasHeard: false,
  }
  // A new leader is followed from its first word on, and told what is needed here.
  const leading = openLeadingTerm({
    read: readTerm,
    onChange: () => {
      for (const group of state.groups) forgetFeed(group)
      want(bus, state.groups)
    },
    onError,
  })
  const open: TickStream['open'] = (tokens, listener) => {
    const group: FollowedGroup = { tokens, listener, numbers: new Map(), isUp: false }
    const stops = tokens.map((token) =>
      bus.subscribe(SUBJECTS.tick(token), (payload) => {
        const tick = decodeTick(token, payload)
        if (leading.isLed(tick.term)) takeTick(group, tick)
      }),
    )
    state.groups.add(group)
    want(bus, [group])
    return () => {
      state.groups.delete(group)
      for (const stop of stops) stop()
    }
  }
  const cleanUps = [
    bus.subscribe(SUBJECTS.last, (payload) => takeLast(state, leading, decodeLast(payload), clock)),
    bus.watchConnection((isConnected) => (isConnected ? want(bus, state.groups) : lose(state))),
    timers.every(LOOK_EVERY_MS, () => {
      if (state.heardMs !== undefined && clock.monotonicMs() - state.heardMs > GONE_AFTER_MS) lose(state)
    }),
    timers.every(WANT_EVERY_MS, () =>
      want(
        bus,
        [...state.groups].filter(({ isUp }) => !isUp),
      ),
    ),
  ]
  return {
    stream: { open },
    isLed: (term) => leading.isLed(term),
    lastOf: (token) => state.rows.get(token),
    isUp: () => (state.wasHeard ? state.heardMs !== undefined : undefined),
    onLast: (listener) => void state.listeners.add(listener),
    close: () => {
      for (const cleanUp of cleanUps) cleanUp()
    },
  }
}

function takeLast(state: State, leading: LeadingTerm, last: LastPrices, clock: Clock): void {
  if (!leading.isLed(last.term, () => takeLast(state, leading, last, clock))) return
  state.heardMs = clock.monotonicMs()
  state.wasHeard = true
  state.rows = new Map(last.rows.map((row) => [row.token, row]))
  for (const group of state.groups) compareWith(group, state.rows)
  for (const listener of state.listeners) listener(last)
}

function lose(state: State): void {
  if (state.heardMs === undefined) return
  state.heardMs = undefined
  for (const group of state.groups) forgetFeed(group)
  for (const listener of state.listeners) listener(undefined)
}

function want(bus: Bus, groups: Iterable<FollowedGroup>): void {
  const tokens = [...new Set([...groups].flatMap((group) => group.tokens))]
  if (tokens.length > 0) bus.publish(SUBJECTS.want, JSON.stringify(tokens))
}
