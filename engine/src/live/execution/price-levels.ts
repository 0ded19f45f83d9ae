import type { Paise } from '@trading-bot/core/units'
import type { Cancel } from '../../ports/timers.ts'

type Level = { readonly paise: Paise; readonly reached: () => void; isGone: boolean }

/** Stops and targets of one instrument, sorted so that a price touches only the levels it has reached. */
export type PriceLevels = {
  /** Triggers when the price is at or below the level. */
  readonly below: (paise: Paise, reached: () => void) => Cancel
  readonly above: (paise: Paise, reached: () => void) => Cancel
  /** Removes every level that this price has reached, then calls them. */
  readonly see: (paise: Paise) => void
}

const MOST_GONE = 64

export function priceLevels(): PriceLevels {
  // Sorted so that the next level to be reached is always on top.
  const falling = levelHeap((left, right) => left.paise > right.paise)
  const rising = levelHeap((left, right) => left.paise < right.paise)
  return {
    below: falling.add,
    above: rising.add,
    see(paise) {
      const reached = [
        ...falling.take((level) => level.paise >= paise),
        ...rising.take((level) => level.paise <= paise),
      ]
      for (const level of reached) level.reached()
    },
  }
}

function levelHeap(isBefore: (left: Level, right: Level) => boolean) {
  let heap: Level[] = []
  let gone = 0
  const push = (level: Level): void => {
    heap.push(level)
    for (let at = heap.length - 1; at > 0; ) {
      const parent = (at - 1) >> 1
      if (!isBefore(heap[at]!, heap[parent]!)) break
      ;[heap[at], heap[parent]] = [heap[parent]!, heap[at]!]
      at = parent
    }
  }
  return {
    add(paise: Paise, reached: () => void): Cancel {
      const level: Level = { paise, reached, isGone: false }
      push(level)
      return () => {
        if (level.isGone) return
        level.isGone = true
        gone++
        // Levels that are set anew all day must not pile up below the top.
        if (gone < MOST_GONE || gone < heap.length / 2) return
        const kept = heap.filter(({ isGone }) => !isGone)
        heap = []
        gone = 0
        for (const each of kept) push(each)
      }
    },
    take(isReached: (level: Level) => boolean): Level[] {
      const taken: Level[] = []
      for (let top = heap[0]; top && (top.isGone || isReached(top)); top = heap[0]) {
        removeTop(heap, isBefore)
        if (top.isGone) gone--
        else taken.push(top)
        top.isGone = true
      }
      return taken
    },
  }
}

function removeTop(heap: Level[], isBefore: (left: Level, right: Level) => boolean): void {
  const last = heap.pop()
  if (!last || heap.length === 0) return
  heap[0] = last
  for (let at = 0; ; ) {
    let first = at
    for (const child of [2 * at + 1, 2 * at + 2])
      if (child < heap.length && isBefore(heap[child]!, heap[first]!)) first = child
    if (first === at) return
    ;[heap[at], heap[first]] = [heap[first]!, heap[at]!]
    at = first
  }
}
