import { expect, test } from 'vitest'
import type { OrderState } from '../order.ts'
import { advanceOrder, canBecome, isEndedState, ORDER_LIFE, type OrderEvent } from './order-life.ts'

const STATES = Object.keys(ORDER_LIFE) as OrderState[]

test('every state is reachable from a new order, and every state has a way to an end', () => {
  for (const state of STATES) {
    expect(canBecome('CREATED', state), state).toBe(true)
    expect(
      STATES.some((end) => isEndedState(end) && canBecome(state, end)),
      state,
    ).toBe(true)
  }
})

test('an ended order meets no event, except that a lost one may turn out to exist', () => {
  for (const state of STATES.filter(isEndedState)) {
    const events = Object.keys(ORDER_LIFE[state])
    const late = ['seenWorking', 'seenResting', 'filledPartly', 'filled', 'seenCancelled', 'seenRejected']
    expect(events, state).toEqual(state === 'LOST' ? late : [])
  }
})

test('only proof ends an order: no lost answer and no acknowledged change does', () => {
  const unproven: readonly OrderEvent[] = [
    'noAnswer',
    'accepted',
    'restart',
    'seenWorking',
    'seenResting',
    'filledPartly',
  ]
  for (const state of STATES)
    for (const event of unproven) {
      const step = advanceOrder(state, event)
      if (step) expect(isEndedState(step.state), `${state} ${event}`).toBe(false)
    }
  expect(advanceOrder('CANCELLING', 'accepted')).toEqual({ state: 'CANCELLING', effects: ['LOOK_UP'] })
  expect(advanceOrder('CANCELLING', 'rejected')?.state).toBe('CANCELLING')
})

test('an order is sent once: nothing leads back to a state before sending', () => {
  for (const state of STATES.filter((each) => each !== 'CREATED')) {
    expect(canBecome(state, 'CREATED'), state).toBe(false)
    if (state !== 'SENDING') expect(canBecome(state, 'SENDING'), state).toBe(false)
  }
})

test('an illegal event is no step', () => {
  expect(advanceOrder('FILLED', 'seenCancelled')).toBeNull()
  expect(advanceOrder('CREATED', 'filled')).toBeNull()
  expect(advanceOrder('UNKNOWN', 'modify')).toBeNull()
})
