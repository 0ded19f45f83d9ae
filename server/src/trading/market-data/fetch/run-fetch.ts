import type { Bars } from '@trading-bot/core/bars'
import { inspectDay } from '@trading-bot/core/history/inspect-day'
import { sessionsOfDay } from '@trading-bot/core/history/sessions-of-day'
import { indiaDayStartMs } from '@trading-bot/core/time'
import { UNREADABLE_ANSWER } from '@trading-bot/engine/brokers/angel-one/requests/ask'
import type { Answer, Broker } from '@trading-bot/engine/ports'
import { rateLimiter, type RateLimiter } from '@trading-bot/core/rate-limit/rate-limiter'
import * as z from 'zod/mini'
import type { Deps } from '../../../platform/http/context.ts'
import { addJob } from '../../../platform/jobs/add-job.ts'
import { findByToken } from '../find-instruments.ts'
import { calendarsOf, openDays } from '../history-calendar.ts'
import { daySlices } from '../store/day-slices.ts'
import { storeDays, type StoredInstrument } from '../store/store-days.ts'
import { beginFetch, endCall, endFetch, type FetchCall, insertCalls, nextCall, saySentence } from './fetch-store.ts'

const Job = z.object({ fetchId: z.string() })
// Below the account's own limits of 3, 180 and 5,000, so that the feed's own questions always find room.
const LIMIT = { second: 3, minute: 160, hour: 4_500 }
// A job is taken in turns, so that the server can stop between two of them.
const TURN_MS = 5_000
const MOST_FAILURES = 5
const LONGEST_PAUSE_MS = 8_000

export type HistoryFetcher = {
  readonly run: (payload: unknown) => Promise<void>
  /** Waits until another call may be made, and counts it; for whoever asks the broker beside the fetch. */
  readonly takeTurn: () => Promise<void>
}

type Ports = {
  readonly limiter?: RateLimiter
  readonly wait?: (ms: number) => Promise<void>
  readonly turnMs?: number
}

/**
 * Fetches what a plan lists, call by call. Each call's days and its mark as done are one transaction: after a crash the
 * next job goes on with the first call that is not done, and nothing is lost or doubled.
 */
export function openHistoryFetcher(
  deps: Deps & { readonly pastBars: Broker['candles'] },
  ports: Ports = {},
): HistoryFetcher {
  const { limiter = rateLimiter(LIMIT), wait = waitMs, turnMs = TURN_MS } = ports
  const takeTurn = async () => {
    for (;;) {
      const ms = limiter.waitMs(performance.now(), 'NORMAL')
      if (ms <= 0) break
      await wait(ms)
    }
    limiter.spend(performance.now())
  }
  return {
    takeTurn,
    async run(payload) {
      const { fetchId } = Job.parse(payload)
      const { db, clock } = deps
      if (!(await beginFetch(db, fetchId, clock.now()))) return
      const begun = performance.now()
      const isOver = () => performance.now() - begun >= turnMs
      const ask = async (afterNumber: number) => {
        const call = await nextCall(db, fetchId, afterNumber)
        return call && askBroker(deps, call, takeTurn)
      }
      let failures = 0
      let ahead: Promise<Asked | undefined> | undefined
      while (ahead || !isOver()) {
        // Days that came short are planned behind the last call, so the end of the list is looked at once more.
        const asked = (await ahead) ?? (await ask(0))
        ahead = undefined
        if (!asked) {
          await endFetch(db, fetchId, { state: 'finished', sentence: '' }, clock.now())
          return
        }
        const { answer } = asked
        if (answer?.kind === 'refused' && ENDS_THE_FETCH.has(answer.code)) {
          await endFetch(db, fetchId, { state: 'failed', sentence: answer.sentence }, clock.now())
          return
        }
        if (answer?.kind === 'unavailable' && answer.why !== UNREADABLE_ANSWER) {
          failures += 1
          await saySentence(db, fetchId, `The broker does not answer (${answer.why}). We try again.`)
          // The job itself is tried again later, with growing pauses.
          if (failures >= MOST_FAILURES) throw new Error(`the broker does not answer: ${answer.why}`)
          await wait(Math.min(500 * 2 ** failures, LONGEST_PAUSE_MS))
          continue
        }
        failures = 0
        // The broker answers the next call while this one is stored.
        if (!isOver()) ahead = ask(asked.call.number)
        // Reported when its turn comes; if that never happens, storing has failed already.
        ahead?.catch(() => undefined)
        await saveAnswer(deps, asked)
        await saySentence(db, fetchId, '')
      }
      await addJob(db, 'fetch_history', { fetchId }, `fetch-${fetchId}`, { queue: 'fetch_history' })
    },
  }
}

type Asked = {
  readonly call: FetchCall
  /** Undefined if the symbol was deleted meanwhile. */
  readonly instrument: StoredInstrument | undefined
  readonly answer: Answer<Bars> | undefined
}

async function askBroker(
  { db, pastBars }: Deps & { readonly pastBars: Broker['candles'] },
  call: FetchCall,
  takeTurn: () => Promise<void>,
): Promise<Asked> {
  const instrument = (await findByToken(db, [call.token])).get(call.token)
  if (!instrument) return { call, instrument, answer: undefined }
  await takeTurn()
  const range = { fromMs: indiaDayStartMs(call.fromDay), untilMs: indiaDayStartMs(call.untilDay + 1) }
  return { call, instrument, answer: await pastBars(instrument, range) }
}

async function saveAnswer(deps: Deps, { call, instrument, answer }: Asked): Promise<void> {
  if (instrument && answer?.kind === 'answered') return storeAnswer(deps, call, instrument, answer.value)
  // The symbol is gone, or the broker does not know it in this range: the others are fetched all the same.
  const sentence = !instrument
    ? 'The symbol was deleted.'
    : answer?.kind === 'refused'
      ? answer.sentence
      : 'The broker’s answer could not be read.'
  const { db, clock } = deps
  await db.transaction().execute((tx) => endCall(tx, call, { daysStored: 0, sentence }, clock.now()))
}

/** Without a log-in every further call is refused too. */
const ENDS_THE_FETCH: ReadonlySet<string> = new Set(['CREDENTIALS_REJECTED', 'NO_SESSION'])

/** Days that came short in a call of many are asked for again on their own: the broker may have cut its answer. */
async function storeAnswer(deps: Deps, call: FetchCall, instrument: StoredInstrument, bars: Bars): Promise<void> {
  const { db, clock } = deps
  const calendarOf = calendarsOf(deps)
  const traits = { hasDerivatives: instrument.hasDerivatives, token: instrument.token }
  const days = daySlices(bars)
  const isSingle = call.fromDay === call.untilDay
  const open = await openDays(db, deps.calendar, call)
  const short = open.filter((day) => {
    const slice = days.get(day)
    if (!slice) return true
    const sessions = sessionsOfDay(calendarOf('broker'), day, traits)
    const expected = { sessions, tickPaise: 1, previousClosePaise: null, actionFactor: 1 }
    return inspectDay(slice, expected).status === 'partial'
  })
  const asksAgain = !isSingle && bars.timeMs.length > 0 ? short : []
  for (const day of asksAgain) days.delete(day)
  await db.transaction().execute(async (tx) => {
    const now = clock.now()
    const stored = await storeDays(tx, { instrument, source: 'broker', days, calendarOf, now })
    const came = stored.stored.length + stored.unchanged
    const sentence = sentenceOf(open.length, came, asksAgain.length, isSingle && short.length > 0)
    const isFirst = await endCall(tx, call, { daysStored: came, sentence }, now)
    if (!isFirst) throw new Error('another process has made this call')
    const again = asksAgain.map((day) => ({ token: call.token, fromDay: day, untilDay: day, days: 0 }))
    await insertCalls(tx, call.fetchId, again)
  })
}

function sentenceOf(open: number, came: number, asksAgain: number, isShort: boolean): string {
  if (asksAgain > 0) return `${asksAgain} of ${open} days came short and are asked for again, one by one.`
  if (came === 0 && open > 0) return 'The broker has no bars.'
  if (isShort) return 'The broker has only part of the day.'
  return ''
}

async function waitMs(ms: number): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}
