import { accept, type Checked, refuse } from '../checked.ts'
import { dayNumberOf, indiaDayNumber, isoDay, weekday } from '../time.ts'
import { buildSession } from './build-session.ts'
import type { AuctionMembership, CalendarData, Cutoffs } from './calendar-data.ts'
import { checkCalendarData } from './check-calendar-data.ts'
import type { ClosedCode, MarketCalendar, Session, SessionTraits } from './market-calendar.ts'

/** NSE's calendar from its data; the session number is the India day number. */
export function makeIndiaCalendar(data: CalendarData): Checked<MarketCalendar, 'CALENDAR_DATA_INVALID'> {
  const refusal = checkCalendarData(data)
  if (refusal) return refusal
  const years = new Map(data.years.map((year) => [String(year.year), year]))
  const specials = new Map(data.specialSessions.map((special) => [special.day, special]))
  const memberships = membershipsByToken(data)
  const auctionSessions = new Map<number, Checked<Session, ClosedCode>>()
  const otherSessions = new Map<number, Checked<Session, ClosedCode>>()
  const regimes = data.hours.map((hours) => ({ ...hours, fromDay: dayNumberOf(hours.from) }))

  function closesByAuction(day: string, { token, hasDerivatives }: SessionTraits): boolean {
    const dated = token === undefined ? undefined : memberships.get(token)
    return dated?.findLast(({ from }) => from <= day)?.isMember ?? hasDerivatives
  }

  function sessionOf(dayNumber: number, traits: SessionTraits): Checked<Session, ClosedCode> {
    if (!Number.isSafeInteger(dayNumber)) return refuse('NOT_A_DAY', 'sessionNumber', 'This is not a day.')
    const day = isoDay(dayNumber)
    const byAuction = closesByAuction(day, traits)
    if (traits.cutoffs !== undefined) return makeSession(dayNumber, day, byAuction, traits.cutoffs)
    // Cached, because thousands of accounts ask for the same two sessions of a day.
    const known = byAuction ? auctionSessions : otherSessions
    let found = known.get(dayNumber)
    if (found === undefined) known.set(dayNumber, (found = makeSession(dayNumber, day, byAuction)))
    return found
  }

  function makeSession(
    dayNumber: number,
    day: string,
    byAuction: boolean,
    ownCutoffs?: Cutoffs,
  ): Checked<Session, ClosedCode> {
    const year = years.get(day.slice(0, 4))
    const regime = regimes.findLast((candidate) => candidate.fromDay <= dayNumber)
    if (!year || !regime) {
      return refuse('CALENDAR_NOT_KNOWN', 'sessionNumber', `The market calendar of ${day.slice(0, 4)} is not known.`)
    }
    const cutoffs = ownCutoffs ?? regime.cutoffs
    const close = byAuction ? regime.closeWithDerivatives : regime.close
    const usual = { dayNumber, open: regime.open, close, cutoffs, note: null }

    const special = specials.get(day)
    if (special?.hours === 'not announced') {
      return refuse('SESSION_NOT_ANNOUNCED', 'sessionNumber', `Closed: the times of ${special.name} are not announced.`)
    }
    if (special?.hours === 'usual') return buildSession({ ...usual, note: special.name })
    if (special) return buildSession({ ...usual, ...special.hours, note: special.name })

    const holiday = year.holidays[day]
    if (holiday !== undefined) return refuse('HOLIDAY', 'sessionNumber', `The market is closed: ${holiday}.`)
    if (isWeekend(dayNumber)) return refuse('WEEKEND', 'sessionNumber', 'The market is closed at the weekend.')
    return buildSession(usual)
  }

  return accept({ sessionNumberAt: indiaDayNumber, sessionOf })
}

/** Each token's rows, earliest first. */
function membershipsByToken({ closingAuction = [] }: CalendarData): ReadonlyMap<string, AuctionMembership[]> {
  const byToken = new Map<string, AuctionMembership[]>()
  for (const row of closingAuction) {
    const rows = byToken.get(row.token)
    if (rows) rows.push(row)
    else byToken.set(row.token, [row])
  }
  // ISO days compare as text.
  for (const rows of byToken.values()) rows.sort((a, b) => (a.from < b.from ? -1 : 1))
  return byToken
}

function isWeekend(dayNumber: number): boolean {
  const day = weekday(dayNumber)
  return day === 0 || day === 6
}
