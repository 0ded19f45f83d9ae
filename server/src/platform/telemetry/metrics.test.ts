import { expect, test } from 'vitest'
import { readMetrics } from '../../testing/read-metrics.ts'
import { openMetrics } from './metrics.ts'

const SPEC = { apples: { help: 'Apples' }, pears: { help: 'Pears', labels: ['colour'] } } as const

function openBench(waitMs?: number) {
  let nowMs = 1_000_000
  const errors: unknown[] = []
  const onError = (error: unknown) => void errors.push(error)
  const metrics = openMetrics({ clock: { now: () => new Date(nowMs) }, onError, ...(waitMs && { waitMs }) })
  const pass = (ms: number) => {
    nowMs += ms
  }
  return { metrics, errors, pass }
}

test('figures are read when somebody asks, at most every five seconds', async () => {
  const { metrics, pass } = openBench()
  let apples = 0
  metrics.readGauges(SPEC, async () => ({ apples: ++apples, pears: [{ labels: { colour: 'green' }, value: 0 }] }))
  expect((await readMetrics(metrics)).get('apples')).toBe(1)
  expect((await readMetrics(metrics)).get('pears{colour="green"}')).toBe(0)
  pass(4_999)
  expect((await readMetrics(metrics)).get('apples')).toBe(1)
  pass(1)
  const [one, other] = await Promise.all([readMetrics(metrics), readMetrics(metrics)])
  expect([one.get('apples'), other.get('apples')]).toEqual([2, 2])
})

test('a figure that cannot be read is absent, never zero, and the others are printed', async () => {
  const { metrics, errors, pass } = openBench()
  let isBroken = false
  metrics.readGauges(SPEC, async () => {
    if (isBroken) throw new Error('the table is locked')
    return { apples: 3, pears: null }
  })
  metrics.readGauges({ plums: { help: 'Plums' } }, () => ({ plums: 4 }))
  expect([...(await readMetrics(metrics)).keys()]).toEqual(expect.arrayContaining(['apples', 'plums']))
  isBroken = true
  pass(5_000)
  const after = await readMetrics(metrics)
  expect([...after.keys()].filter((name) => /apples|pears/.test(name))).toEqual([])
  expect(after.get('plums')).toBe(4)
  expect(after.get('metrics_reads_failed_total')).toBe(1)
  expect(errors).toHaveLength(1)
})

test('a scrape does not wait for a figure that takes too long, nor asks for it twice at once', async () => {
  const { metrics, pass } = openBench(20)
  let answer: (value: { apples: number; pears: null }) => void = () => {}
  let asked = 0
  metrics.readGauges(SPEC, () => {
    asked++
    return new Promise((resolve) => {
      answer = resolve
    })
  })
  expect((await readMetrics(metrics)).has('apples')).toBe(false)
  pass(5_000)
  expect((await readMetrics(metrics)).has('apples')).toBe(false)
  expect(asked).toBe(1)
  answer({ apples: 1, pears: null })
  await Promise.resolve()
  // What came too late is not shown either: it is as old as nobody knows.
  expect((await readMetrics(metrics)).has('apples')).toBe(false)
})
