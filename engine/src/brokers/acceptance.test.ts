import { describe, expect, test } from 'vitest'
import { ACCEPTANCE_CARDS, runCard } from './acceptance.ts'
import type { AcceptanceBench, Capability } from './acceptance/card.ts'
import { faultyBroker } from './faulty/faulty-broker.ts'
import { plannedFaults } from './testing/planned-faults.ts'
import { openPaperBench } from './testing/open-paper-bench.ts'
import { openAngelOneBench } from './testing/open-angel-one-bench.ts'

type Candidate = {
  readonly name: string
  readonly openBench: () => Promise<AcceptanceBench>
  /** Declared by the adapter rather than skipped by the test. */
  readonly without: readonly Capability[]
}

async function openCalmBench(): Promise<AcceptanceBench> {
  const bench = await openPaperBench()
  return { ...bench, broker: faultyBroker(bench.broker, { faults: plannedFaults(), ...bench.time }) }
}

const CANDIDATES: readonly Candidate[] = [
  {
    name: 'the paper broker',
    openBench: openPaperBench,
    without: ['LOG_IN', 'SESSIONS', 'CEILINGS', 'NETWORK', 'REGISTERED_ADDRESSES'],
  },
  {
    name: 'the faulty broker without faults',
    openBench: openCalmBench,
    without: ['LOG_IN', 'SESSIONS', 'CEILINGS', 'NETWORK', 'REGISTERED_ADDRESSES'],
  },
  { name: 'Angel One over the simulated exchange', openBench: () => openAngelOneBench(), without: [] },
]

describe.each(CANDIDATES)('$name', (candidate) => {
  const applying = ACCEPTANCE_CARDS.filter((card) => !card.needs.some((need) => candidate.without.includes(need)))
  test.each(applying)('card $number: $title', async (card) => {
    const { result, detail } = await runCard(card, candidate)
    expect({ result, detail }).toEqual({ result: 'passed', detail: '' })
  })
  test.each(ACCEPTANCE_CARDS.filter((card) => !applying.includes(card)))(
    'card $number does not apply: $title',
    async (card) => {
      expect((await runCard(card, candidate)).result).toBe('does not apply')
    },
  )
})

test('card numbers are unique', () => {
  const numbers = ACCEPTANCE_CARDS.map(({ number }) => number)
  expect(new Set(numbers).size).toBe(numbers.length)
})
