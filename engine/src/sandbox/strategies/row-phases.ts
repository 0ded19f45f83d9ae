import { ROW_PHASE } from '@trading-bot/contract/bot-wire/frames'
import type { MarketCalendar, Session, SessionTraits } from '@trading-bot/core/calendar/market-calendar'
import { decidesNextSession } from '@trading-bot/core/intervals/decision-minutes'
import { barEndMs, type Interval } from '@trading-bot/core/intervals/interval'
import { MINUTE_MS } from '@trading-bot/core/time'

type KnownSession = {
  readonly traits: SessionTraits
  session: Session | null
  told: Session | null
  untilMs: number
  number: number
}

/** The session phase of each minute, looked up once per session. */
export class RowPhases {
  readonly #calendar: MarketCalendar
  readonly #interval: Interval
  readonly #known: KnownSession[]
  #dayNumber = -Infinity
  #revision = 0

  constructor(calendar: MarketCalendar, interval: Interval, symbols: readonly { readonly traits: SessionTraits }[]) {
    this.#calendar = calendar
    this.#interval = interval
    this.#known = symbols.map(({ traits }) => ({
      traits,
      session: null,
      told: null,
      untilMs: -Infinity,
      number: -Infinity,
    }))
  }

  of(index: number, timeMs: number): number {
    const known = this.#known[index]!
    let phase = 0
    this.#lookAgainIfEdited()
    if (timeMs >= known.untilMs) {
      const number = this.#calendar.sessionNumberAt(timeMs)
      const found = this.#calendar.sessionOf(number, known.traits)
      known.session = found.ok ? found.value : null
      known.untilMs = known.session !== null && timeMs >= known.session.openMs ? known.session.closeMs : -Infinity
      if (number > known.number) phase |= ROW_PHASE.firstOfSymbol
      known.number = number
      if (number > this.#dayNumber) {
        this.#dayNumber = number
        phase |= ROW_PHASE.newDay
      }
    }
    const { session } = known
    if (session === null || timeMs < session.openMs) return phase
    const endMs = timeMs + MINUTE_MS
    // A day's bar decides in the next session, where the script notices that it has ended.
    const endsBar = !decidesNextSession(this.#interval) && endMs === barEndMs(session, this.#interval, timeMs)
    if (endsBar) phase |= ROW_PHASE.endsBar
    if (endMs < session.entriesUntilMs) phase |= ROW_PHASE.mayEnter
    if (timeMs >= session.squareOffAtMs) phase |= ROW_PHASE.squareOff
    return phase
  }

  /** The symbol's session, once whenever it changes. */
  newSession(index: number): Session | null {
    const known = this.#known[index]!
    if (known.session === known.told) return null
    known.told = known.session
    return known.session
  }

  #lookAgainIfEdited(): void {
    const revision = this.#calendar.revision?.() ?? 0
    if (revision === this.#revision) return
    this.#revision = revision
    for (const known of this.#known) known.untilMs = -Infinity
  }
}
