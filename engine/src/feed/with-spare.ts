import { SECOND_MS } from '@trading-bot/core/time'
import type { Broker, TickListener, TickStream } from '../ports.ts'
import type { Cancel, Timers } from '../ports/timers.ts'

export type PriceSource = { readonly stream: TickStream; readonly candles: Broker['candles'] }

export type PriceSourceName = 'first' | 'spare'

type SpareSetup = { readonly timers: Timers; readonly onSwitch: (to: PriceSourceName) => void }

type Subscriber = {
  readonly tokens: readonly string[]
  readonly listener: TickListener
  readonly isUp: Record<PriceSourceName, boolean>
  readonly stop: Record<PriceSourceName, Cancel>
  /** The state last reported to the listener. */
  isReportedUp: boolean
}

const TAKE_OVER_AFTER_MS = 20 * SECOND_MS
const GIVE_BACK_AFTER_MS = 60 * SECOND_MS

/**
 * Prices from the first source, or from the spare while the first is down. It switches back once the first has been up
 * for a minute, or immediately if the spare is down. Only one source is active, so no tick is duplicated.
 */
export function withSpare(first: PriceSource, spare: PriceSource, { timers, onSwitch }: SpareSetup): PriceSource {
  const sources = { first, spare }
  const subscribers = new Set<Subscriber>()
  let feeding: PriceSourceName = 'first'
  let stopTimer: Cancel | null = null

  const subscribe = (subscriber: Subscriber, name: PriceSourceName) => {
    const onChange = (isUp: boolean) => {
      subscriber.isUp[name] = isUp
      if (feeding === name) reportState(subscriber, isUp)
      checkSources()
    }
    subscriber.stop[name] = sources[name].stream.open(subscriber.tokens, {
      onTick: (tick) => {
        if (feeding === name) subscriber.listener.onTick(tick)
      },
      onUp: () => onChange(true),
      onDown: () => onChange(false),
    })
  }
  const isUp = (name: PriceSourceName) => [...subscribers].every((subscriber) => subscriber.isUp[name])
  const cancelTimer = () => {
    stopTimer?.()
    stopTimer = null
  }
  const switchSource = () => {
    cancelTimer()
    feeding = feeding === 'first' ? 'spare' : 'first'
    for (const subscriber of subscribers) {
      // Ticks may be missing between the two sources, so the minute is backfilled from candles.
      reportState(subscriber, false)
      if (feeding === 'spare') subscribe(subscriber, 'spare')
      else closeSpare(subscriber)
    }
    onSwitch(feeding)
  }
  /** The first source stays subscribed, which shows when it is up again. */
  const checkSources = () => {
    if (subscribers.size === 0 || (feeding === 'first') === isUp('first')) return cancelTimer()
    if (feeding === 'spare' && !isUp('spare')) return switchSource()
    const waitMs = feeding === 'first' ? TAKE_OVER_AFTER_MS : GIVE_BACK_AFTER_MS
    stopTimer ??= timers.after(waitMs, switchSource)
    return undefined
  }

  return {
    stream: {
      open(tokens, listener) {
        const subscriber = newSubscriber(tokens, listener)
        subscribe(subscriber, 'first')
        subscribers.add(subscriber)
        if (feeding === 'spare') subscribe(subscriber, 'spare')
        checkSources()
        return () => {
          subscribers.delete(subscriber)
          subscriber.stop.first()
          subscriber.stop.spare()
          checkSources()
        }
      },
    },
    candles: (...asked) => (feeding === 'first' ? candlesOf(first, spare, asked) : candlesOf(spare, first, asked)),
  }
}

/** From the active source, or from the other if it has none. */
async function candlesOf(feeding: PriceSource, other: PriceSource, asked: Parameters<Broker['candles']>) {
  const answer = await feeding.candles(...asked)
  if (answer.kind === 'answered') return answer
  const second = await other.candles(...asked)
  return second.kind === 'answered' ? second : answer
}

function newSubscriber(tokens: readonly string[], listener: TickListener): Subscriber {
  const stop = { first: () => {}, spare: () => {} }
  return { tokens, listener, isUp: { first: false, spare: false }, stop, isReportedUp: false }
}

function closeSpare(subscriber: Subscriber): void {
  subscriber.stop.spare()
  subscriber.isUp.spare = false
  reportState(subscriber, subscriber.isUp.first)
}

function reportState(subscriber: Subscriber, isUp: boolean): void {
  if (subscriber.isReportedUp === isUp) return
  subscriber.isReportedUp = isUp
  if (isUp) subscriber.listener.onUp()
  else subscriber.listener.onDown()
}
