import type { Tick, TickListener } from '@trading-bot/engine/ports'
import type { LastRow, Numbered } from './messages.ts'

/** The tokens of one subscription to the feed of another process. */
export type FollowedGroup = {
  readonly tokens: readonly string[]
  readonly listener: TickListener
  /** The number of the last tick by token, of the term that is followed. */
  readonly numbers: Map<string, number>
  isUp: boolean
}

export function setUp(group: FollowedGroup, isUp: boolean): void {
  if (group.isUp === isUp) return
  group.isUp = isUp
  if (isUp) group.listener.onUp()
  else group.listener.onDown()
}

/** Nothing more is expected of the feed that was followed. */
export function forgetFeed(group: FollowedGroup): void {
  setUp(group, false)
  group.numbers.clear()
}

export function takeTick(group: FollowedGroup, tick: Numbered<Tick>): void {
  const { token } = tick.value
  const known = group.numbers.get(token)
  // From one connection messages come in order: this one was said before, by whoever repeats it now.
  if (known !== undefined && tick.number <= known) return
  group.numbers.set(token, tick.number)
  if (known !== undefined && tick.number > known + 1) interrupt(group)
  group.listener.onTick(tick.value)
}

/** What the feed says of its tokens: from one connection messages come in order, so what is missing by now was lost. */
export function compareWith(group: FollowedGroup, rows: ReadonlyMap<string, LastRow>): void {
  let hasGap = false
  for (const token of group.tokens) {
    const number = rows.get(token)?.number
    if (number === undefined) continue
    const known = group.numbers.get(token)
    if (known !== undefined && number > known) hasGap = true
    if (known === undefined || number > known) group.numbers.set(token, number)
  }
  if (hasGap) interrupt(group)
  setUp(
    group,
    group.tokens.every((token) => rows.get(token)?.isUp === true),
  )
}

/** As after a break of the broker's own stream, the engine's feed fills the minutes from candles. */
function interrupt({ isUp, listener }: FollowedGroup): void {
  if (!isUp) return
  listener.onDown()
  listener.onUp()
}
