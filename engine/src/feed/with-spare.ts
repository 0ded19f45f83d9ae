import { SECOND_MS } from '@trading-bot/core/time'
import type { Broker, TickListener, TickStream } from '../ports.ts'
import type { Cancel, Timers } from '../ports/timers.ts'

export type PriceSource = { readonly stream: TickStream; readonly candles: Broker['candles'] }

export type PriceSourceName = 'first' | 'spare'

type SpareSetup = { readonly timers: Timers; readonly onSwitch: (to: PriceSourceName) => void }

type Line = {
  readonly tokens: readonly string[]
  readonly listener: TickListener
  readonly isUp: Record<PriceSourceName, boolean>
  readonly stop: Record<PriceSourceName, Cancel>
  /** As the listener was told. */
  isToldUp: boolean
}

const TAKE_OVER_AFTER_MS = 20 * SECOND_MS
const GIVE_BACK_AFTER_MS = 60 * SECOND_MS

/**
 * Prices over the first source, and over the spare while the first stays down; back again once the first has been up for
 * a minute, or at once where the spare is down. One source at a time is passed on, so no tick comes twice.
 */
export function withSpare(first: PriceSource, spare: PriceSource, { timers, onSwitch }: SpareSetup): PriceSource {
  const sources = { first, spare }
  const lines = new Set<Line>()
  let feeding: PriceSourceName = 'first'
  let stopTimer: Cancel | null = null

  const subscribe = (line: Line, name: PriceSourceName) => {
    const onChange = (isUp: boolean) => {
      line.isUp[name] = isUp
      if (feeding === name) tell(line, isUp)
      look()
    }
    line.stop[name] = sources[name].stream.open(line.tokens, {
      onTick: (tick) => {
        if (feeding === name) line.listener.onTick(tick)
      },
      onUp: () => onChange(true),
      onDown: () => onChange(false),
    })
  }
  const isUp = (name: PriceSourceName) => [...lines].every((line) => line.isUp[name])
  const cancelTimer = () => {
    stopTimer?.()
    stopTimer = null
  }
  const change = () => {
    cancelTimer()
    feeding = feeding === 'first' ? 'spare' : 'first'
    for (const line of lines) {
      // What one source sent last and the other sends next need not meet: the minute is read back from candles.
      tell(line, false)
      if (feeding === 'spare') subscribe(line, 'spare')
      else leaveSpare(line)
    }
    onSwitch(feeding)
  }
  /** The first source is listened to all the time: that is how we know that it is well again. */
  const look = () => {
    if (lines.size === 0 || (feeding === 'first') === isUp('first')) return cancelTimer()
    if (feeding === 'spare' && !isUp('spare')) return change()
    const waitMs = feeding === 'first' ? TAKE_OVER_AFTER_MS : GIVE_BACK_AFTER_MS
    stopTimer ??= timers.after(waitMs, change)
    return undefined
  }

  return {
    stream: {
      open(tokens, listener) {
        const line = newLine(tokens, listener)
        subscribe(line, 'first')
        lines.add(line)
        if (feeding === 'spare') subscribe(line, 'spare')
        look()
        return () => {
          lines.delete(line)
          line.stop.first()
          line.stop.spare()
          look()
        }
      },
    },
    candles: (...asked) => (feeding === 'first' ? candlesOf(first, spare, asked) : candlesOf(spare, first, asked)),
  }
}

/** From the source that feeds, and where it has none from the other. */
async function candlesOf(feeding: PriceSource, other: PriceSource, asked: Parameters<Broker['candles']>) {
  const answer = await feeding.candles(...asked)
  if (answer.kind === 'answered') return answer
  const second = await other.candles(...asked)
  return second.kind === 'answered' ? second : answer
}

function newLine(tokens: readonly string[], listener: TickListener): Line {
  const stop = { first: () => {}, spare: () => {} }
  return { tokens, listener, isUp: { first: false, spare: false }, stop, isToldUp: false }
}

function leaveSpare(line: Line): void {
  line.stop.spare()
  line.isUp.spare = false
  tell(line, line.isUp.first)
}

function tell(line: Line, isUp: boolean): void {
  if (line.isToldUp === isUp) return
  line.isToldUp = isUp
  if (isUp) line.listener.onUp()
  else line.listener.onDown()
}
