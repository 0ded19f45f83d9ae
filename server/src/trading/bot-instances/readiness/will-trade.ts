import type { Hindrance, WillTrade } from '@trading-bot/contract/rest/trading/will-trade'
import { indiaDayNumber } from '@trading-bot/core/time'
import type { ReadinessReport } from './check-readiness.ts'

const STILL_WATCHED = 'What it holds is still watched and closed.'

/**
 * The one answer to "Will my bot trade?", which every screen, chat and mail prints. `hindrances` are those of the bot
 * itself; null where the plan has no bot yet. A bot that is not started is judged by what its start would miss.
 */
export function willTrade(
  { list, isReady }: Pick<ReadinessReport, 'list' | 'isReady'>,
  hindrances: readonly Hindrance[] | null,
  now: Date,
): WillTrade {
  const missing = list.filter((item) => !item.is_ready).length
  const things = missing === 1 ? 'one thing is missing' : `${missing} things are missing`
  const isStarted = hindrances !== null && !hindrances.some(({ code }) => code === 'stopped' || code === 'plan')
  if (!isStarted) {
    const sentence = isReady ? 'Ready. Press Start to begin.' : `Not yet: ${things} before it can start.`
    return { answer: false, sentence, hindrances: [...(hindrances ?? [])] }
  }
  // Real money needs more than a start checks once: what has gone since keeps the engine from entering.
  if (hindrances.length === 0 && !isReady)
    return { answer: false, sentence: `Not now: ${things}. ${STILL_WATCHED}`, hindrances: [] }
  return { answer: hindrances.length === 0, sentence: inWords(hindrances, now), hindrances: [...hindrances] }
}

/** The first hindrance and when it ends; for whoever needs one line about a bot that was started. */
export function inWords(hindrances: readonly Hindrance[], now: Date): string {
  const [first] = hindrances
  if (!first) return 'Yes: it trades on its next signal.'
  const until = first.until === null ? '' : ` That ends ${whenOf(new Date(first.until), now)}.`
  // Without an engine or prices nobody watches.
  const isWatched = !hindrances.some(({ code }) => code === 'engine' || code === 'feed')
  return `Not now: ${inSentence(first.text)}${until}${isWatched ? ` ${STILL_WATCHED}` : ''}`
}

/** After a colon a sentence goes on; a name keeps its capital. */
function inSentence(text: string): string {
  return /^(It|Its|The|No|All|Entries|Maintenance)\b/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text
}

const time = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata', hour: '2-digit', minute: '2-digit' })
const day = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Kolkata',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
})

function whenOf(at: Date, now: Date): string {
  const days = indiaDayNumber(at.getTime()) - indiaDayNumber(now.getTime())
  if (days === 0) return `at ${time.format(at)}`
  if (days === 1) return `tomorrow at ${time.format(at)}`
  return `on ${day.format(at)} at ${time.format(at)}`
}
