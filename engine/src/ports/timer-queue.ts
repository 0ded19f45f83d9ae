import type { Cancel } from './timers.ts'

type Timer = { readonly atMs: number; readonly order: number; readonly run: () => void; isCancelled: boolean }

type TimerQueue = {
  readonly add: (atMs: number, run: () => void) => Cancel
  /** Removes and returns the earliest timer at or before an instant. */
  readonly takeDue: (untilMs: number) => Timer | null
  readonly size: () => number
}

/** A binary heap by instant, then by insertion order, because one simulation sets thousands of timers. */
export function timerQueue(): TimerQueue {
  const heap: Timer[] = []
  let order = 0
  let waiting = 0

  return {
    add(atMs, run) {
      const timer: Timer = { atMs, order: order++, run, isCancelled: false }
      heap.push(timer)
      waiting++
      rise(heap, heap.length - 1)
      return () => {
        if (!timer.isCancelled) waiting--
        timer.isCancelled = true
      }
    },
    takeDue(untilMs) {
      for (let first = heap[0]; first && (first.isCancelled || first.atMs <= untilMs); first = heap[0]) {
        removeFirst(heap)
        if (first.isCancelled) continue
        // A timer that has run can no longer be cancelled.
        first.isCancelled = true
        waiting--
        return first
      }
      return null
    },
    size: () => waiting,
  }
}

function isBefore(left: Timer, right: Timer): boolean {
  return left.atMs < right.atMs || (left.atMs === right.atMs && left.order < right.order)
}

function rise(heap: Timer[], from: number): void {
  for (let index = from; index > 0; ) {
    const parent = (index - 1) >> 1
    if (!isBefore(heap[index]!, heap[parent]!)) return
    swap(heap, index, parent)
    index = parent
  }
}

function removeFirst(heap: Timer[]): void {
  const last = heap.pop()
  if (!last || heap.length === 0) return
  heap[0] = last
  for (let index = 0; ; ) {
    const left = 2 * index + 1
    const right = left + 1
    let least = index
    if (left < heap.length && isBefore(heap[left]!, heap[least]!)) least = left
    if (right < heap.length && isBefore(heap[right]!, heap[least]!)) least = right
    if (least === index) return
    swap(heap, index, least)
    index = least
  }
}

function swap(heap: Timer[], left: number, right: number): void {
  const kept = heap[left]!
  heap[left] = heap[right]!
  heap[right] = kept
}
