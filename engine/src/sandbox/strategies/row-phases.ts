import { ROW_PHASE } from '@trading-bot/contract/bot-wire/frames'
import type { MarketCalendar, Session, SessionTraits } from '@trading-bot/core/calendar/market-calendar'

/** The session phase of each bar, looked up once per session. */
export class RowPhases {
  readonly #calendar: MarketCalendar
  readonly #barMs: number
  readonly #known: { readonly traits: SessionTraits; session: Session | null; untilMs: number; number: number }[]
  #dayNumber = -Infinity
  #revision = 0

  constructor(calendar: MarketCalendar, barMs: number, symbols: readonly { readonly traits: SessionTraits }[]) {
    this.#calendar = calendar
    this.#barMs = barMs
    this.#known = symbols.map(({ traits }) => ({ traits, session: null, untilMs: -Infinity, number: -Infinity }))
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
    if (timeMs + this.#barMs < session.entriesUntilMs) phase |= ROW_PHASE.mayEnter
    if (timeMs >= session.squareOffAtMs) phase |= ROW_PHASE.squareOff
    return phase
  }

  #lookAgainIfEdited(): void {
    const revision = this.#calendar.revision?.() ?? 0
    if (revision === this.#revision) return
    this.#revision = revision
    for (const known of this.#known) known.untilMs = -Infinity
  }
}
