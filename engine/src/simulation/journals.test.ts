import { readLine } from '@trading-bot/core/trading/account/journal/journal-line'
import { replayJournal } from '@trading-bot/core/trading/account/journal/replay-journal'
import { expect, test } from 'vitest'
import { clientIdOf } from '../live/book/client-id.ts'
import { SOUND } from './mutant.ts'
import { simulate } from './simulate.ts'

/** A simulated day under faults, with the journal of every user in every engine. */
async function simulateWithJournals(seed: number) {
  const journals: string[][] = []
  const journalOf = () => {
    const lines: string[] = []
    journals.push(lines)
    return (line: string) => void lines.push(line)
  }
  const day = await simulate(seed, { ...SOUND, setup: { ...SOUND.setup, journalOf } })
  return { journals, day }
}

test.each([3, 30, 110])('the journals of users on day %i replay to the same', async (seed) => {
  const { journals } = await simulateWithJournals(seed)
  let steps = 0
  for (const lines of journals) {
    const replayed = replayJournal(lines.map(readLine), { clientIdOf })
    expect(replayed.differences.slice(0, 3)).toEqual([])
    steps += replayed.steps
  }
  expect(steps).toBeGreaterThan(1_000)
})

test('a journal changes nothing of the day', async () => {
  const { day } = await simulateWithJournals(3)
  const { hash } = await simulate(3, SOUND)
  expect(day.hash).toBe(hash)
})

test('a step that differs from what was recorded is named with its line', async () => {
  const { journals } = await simulateWithJournals(3)
  const lines = journals[0]!.map(readLine)
  const at = lines.findIndex((line) => line.kind === 'STEPPED' && line.effects.length > 0)
  const line = lines[at]!
  if (line.kind !== 'STEPPED') throw new Error('no step')
  lines[at] = { ...line, effects: ['LOOK_UP {}', ...line.effects.slice(1)] }
  const [difference] = replayJournal(lines, { clientIdOf }).differences
  expect(difference).toMatchObject({ line: at + 1, what: 'effect 1', recorded: 'LOOK_UP {}' })
})
