// The protocol of the one exit-side order, explored exhaustively: every order of events that a broker with lost
// answers, late fills and refused modifications can produce for a small position.

import { expect, test } from 'vitest'
import type { OrderState } from '../order.ts'
import { type ExitStep, nextExitStep } from './next-exit-step.ts'
import { advanceOrder, isEndedState, type OrderEvent } from './order-life.ts'

type AtBroker = { kind: 'STOP' | 'LIMIT'; quantity: number; filled: number; isOver: boolean }
type Call = { do: 'PLACE' | 'MODIFY' | 'CANCEL'; kind: 'STOP' | 'LIMIT'; quantity: number }

type Model = {
  /** Shares by our fills. */
  held: number
  isClosing: boolean
  /** Our record of the exit-side order. */
  state: OrderState | null
  isStop: boolean
  quantity: number
  filled: number
  refusals: number
  /** The call that is on its way. */
  call: Call | null
  broker: AtBroker | null
}

const SHARES = 3
const START: Model = {
  held: SHARES,
  isClosing: false,
  state: null,
  isStop: false,
  quantity: 0,
  filled: 0,
  refusals: 0,
  call: null,
  broker: null,
}

function stepOf(model: Model): ExitStep {
  const { held, isClosing, state, quantity, filled, isStop } = model
  const order = state && {
    state,
    quantity,
    filled,
    triggerPaise: isStop ? 100 : null,
    isInFlight: model.call !== null,
    isLimitWrong: false,
    refusals: model.refusals,
    isPausing: false,
    isReplaceable: true,
    isPriceOld: true,
  }
  return nextExitStep({ held, cap: Infinity, isClosing, isExitRefused: false, stopPaise: 100, order })
}

/** What the engine does, then everything that the world may do. */
function successors(model: Model): Model[] {
  const next: Model[] = []
  const step = stepOf(model)
  if (step.do !== 'NOTHING' && step.do !== 'WAIT' && model.held > 0) next.push(carryOut(model, step))
  if (!model.isClosing) next.push({ ...model, isClosing: true })
  if (model.call) next.push(...answers(model, model.call))
  const { broker } = model
  if (broker && !broker.isOver) {
    const filled = broker.filled + 1
    next.push({ ...model, broker: { ...broker, filled, isOver: filled === broker.quantity } })
  }
  if (model.state && !model.call && !isEndedState(model.state)) next.push(read(model))
  return next
}

function carryOut(model: Model, step: ExitStep): Model {
  switch (step.do) {
    case 'PLACE_STOP':
    case 'PLACE_EXIT': {
      const kind = step.do === 'PLACE_STOP' ? 'STOP' : 'LIMIT'
      const call: Call = { do: 'PLACE', kind, quantity: step.quantity }
      const own = { state: 'SENDING' as const, isStop: kind === 'STOP', quantity: step.quantity, filled: 0 }
      return { ...model, ...own, refusals: 0, call, broker: null }
    }
    case 'CHANGE_STOP':
    case 'MAKE_MARKETABLE': {
      const kind = step.do === 'CHANGE_STOP' ? 'STOP' : 'LIMIT'
      const call: Call = { do: 'MODIFY', kind, quantity: step.quantity }
      return { ...advanced(model, 'modify'), isStop: kind === 'STOP', quantity: step.quantity, call }
    }
    case 'CANCEL':
      return { ...advanced(model, 'cancel'), call: { do: 'CANCEL', kind: 'LIMIT', quantity: 0 } }
    case 'NOTHING':
    case 'WAIT':
    case 'WITHDRAW':
      throw new Error(`nothing to carry out: ${step.do}`)
  }
}

/** The call is done, done without an answer, or refused. */
function answers(model: Model, call: Call): Model[] {
  const { broker } = model
  const answered = { ...model, call: null }
  if (call.do === 'PLACE') {
    const placed: AtBroker = { kind: call.kind, quantity: call.quantity, filled: 0, isOver: false }
    return [
      { ...advanced(answered, 'accepted'), broker: placed },
      { ...advanced(answered, 'noAnswer'), broker: placed },
      { ...advanced(answered, 'rejected') },
    ]
  }
  const isPossible = broker !== null && !broker.isOver && call.quantity >= broker.filled
  const changed: AtBroker | null =
    !isPossible || call.do === 'CANCEL'
      ? broker && { ...broker, isOver: true }
      : { ...broker, kind: call.kind, quantity: call.quantity, isOver: broker.filled === call.quantity }
  const refusals = Math.min(2, model.refusals + (call.do === 'MODIFY' ? 1 : 0))
  const refused = { ...advanced(answered, 'rejected'), refusals }
  const lost = advanced(answered, 'noAnswer')
  if (!isPossible) return [refused, lost]
  return [{ ...advanced(answered, 'accepted'), broker: changed }, { ...lost, broker: changed }, lost, refused]
}

/** The books are read: all fills, then the state that they show. */
function read(model: Model): Model {
  const { broker, filled } = model
  if (broker === null) return advanced(model, 'notFound')
  const booked = { ...model, filled: broker.filled, held: model.held - (broker.filled - filled) }
  if (broker.filled > 0 && broker.kind === 'STOP') Object.assign(booked, { isClosing: true, isStop: false })
  if (broker.isOver) return advanced(booked, broker.filled === broker.quantity ? 'filled' : 'seenCancelled')
  if (broker.filled > 0) return advanced(booked, 'filledPartly')
  const isResting = broker.kind === 'STOP'
  return advanced({ ...booked, isStop: isResting }, isResting ? 'seenResting' : 'seenWorking')
}

function advanced(model: Model, event: OrderEvent): Model {
  const step = model.state && advanceOrder(model.state, event)
  if (!step) throw new Error(`${model.state} cannot meet ${event}`)
  return { ...model, state: step.state }
}

test('the exit side never sells more than is held, and always finds its way to flat', () => {
  const seen = new Map<string, Model>()
  const back = new Map<string, string[]>()
  const open = [START]
  for (let model = open.pop(); model; model = open.pop()) {
    const key = JSON.stringify(model)
    if (seen.has(key)) continue
    seen.set(key, model)
    const { broker, held, filled } = model
    const remaining = broker && !broker.isOver ? broker.quantity - broker.filled : 0
    const unread = broker ? broker.filled - filled : 0
    expect(held - unread - remaining, key).toBeGreaterThanOrEqual(0)
    for (const after of successors(model)) {
      const afterKey = JSON.stringify(after)
      back.set(afterKey, [...(back.get(afterKey) ?? []), key])
      open.push(after)
    }
  }
  // Backwards from every flat state: what is not found here could be stuck with shares.
  const flat = [...seen].filter(([, { held, call }]) => held === 0 && call === null).map(([key]) => key)
  const finds = new Set(flat)
  for (const key of finds) for (const before of back.get(key) ?? []) finds.add(before)
  expect(seen.size).toBeGreaterThan(100)
  expect([...seen.keys()].filter((key) => !finds.has(key))).toEqual([])
})

const STOP = {
  state: 'RESTING',
  quantity: 100,
  filled: 0,
  triggerPaise: 100,
  isInFlight: false,
  isLimitWrong: false,
  refusals: 0,
  isPausing: false,
  isReplaceable: true,
  isPriceOld: false,
} as const

test('a change that is refused twice takes another way, and never the stop where that would not help', () => {
  const closing = { held: 100, cap: Infinity, isClosing: true, isExitRefused: false, stopPaise: 100 }
  const after = (refusals: number, isReplaceable: boolean, isPausing = false) =>
    nextExitStep({ ...closing, order: { ...STOP, refusals, isReplaceable, isPausing } }).do
  expect(after(1, true)).toBe('MAKE_MARKETABLE')
  expect(after(2, true)).toBe('CANCEL')
  expect(after(9, false)).toBe('MAKE_MARKETABLE')
  expect(after(9, false, true)).toBe('NOTHING')
  // A trail that is refused leaves the stop where it rests; one that covers too little is replaced.
  const open = { ...closing, isClosing: false }
  const refused = { ...STOP, refusals: 2, isPausing: true }
  expect(nextExitStep({ ...open, stopPaise: 101, order: refused }).do).toBe('NOTHING')
  expect(nextExitStep({ ...open, held: 120, order: refused }).do).toBe('CANCEL')
})

test('a stop protects what is held while its exit is refused', () => {
  const view = { held: 100, cap: Infinity, isClosing: true, isExitRefused: true, order: null }
  expect(nextExitStep({ ...view, stopPaise: 100 })).toEqual({ do: 'PLACE_STOP', quantity: 100, triggerPaise: 100 })
  expect(nextExitStep({ ...view, stopPaise: null })).toEqual({ do: 'PLACE_EXIT', quantity: 100 })
})

test('a stop whose trigger or limit is not the one asked for is set right', () => {
  const view = { held: 100, cap: Infinity, isClosing: false, isExitRefused: false, stopPaise: 100 }
  const corrected = { do: 'CHANGE_STOP', quantity: 100, triggerPaise: 100 }
  expect(nextExitStep({ ...view, order: { ...STOP, triggerPaise: 90 } })).toEqual(corrected)
  expect(nextExitStep({ ...view, order: { ...STOP, isLimitWrong: true } })).toEqual(corrected)
})

test('nothing is sent while an outcome is not proven', () => {
  for (const state of ['SENDING', 'UNKNOWN', 'MODIFYING', 'CANCELLING'] as const) {
    const model = { ...START, isClosing: true, state, quantity: SHARES, isStop: true }
    expect(stepOf(model), state).toEqual({ do: 'WAIT' })
  }
})

test('the broker’s net caps the exit, and nothing is sold that is not there', () => {
  const view = { held: 100, isClosing: true, isExitRefused: false, stopPaise: 100, order: null }
  expect(nextExitStep({ ...view, cap: 40 })).toEqual({ do: 'PLACE_EXIT', quantity: 40 })
  expect(nextExitStep({ ...view, cap: 0 })).toEqual({ do: 'NOTHING' })
  const resting = { ...view, isClosing: false, order: STOP }
  expect(nextExitStep({ ...resting, cap: 40 })).toEqual({ do: 'CHANGE_STOP', quantity: 40, triggerPaise: 100 })
  expect(nextExitStep({ ...resting, cap: 0 })).toEqual({ do: 'CANCEL' })
})
