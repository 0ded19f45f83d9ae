import { expect, test } from 'vitest'
import fc from 'fast-check'
import { patienceMs, restMs } from './takeover-patience.ts'
import { watchSilence } from './watch-silence.ts'

const EVERY_MS = 500
const OTHER = 7

/** Looks at these instants, each answered after a while, at a session that shows these signs. */
function lookAt(looks: readonly (readonly [askedMs: number, sign: string, tookMs?: number])[]): readonly number[] {
  const watch = watchSilence(EVERY_MS)
  return looks.map(([askedMs, sign, tookMs = 0]) => {
    const silences = watch.look({ askedMs, answeredMs: askedMs + tookMs, signs: new Map([[OTHER, sign]]) })
    return silences.get(OTHER)!
  })
}

test('a session is silent for as long as consecutive looks show the same sign, from the first of them on', () => {
  expect(
    lookAt([
      [0, 'a'],
      [500, 'a'],
      [1_000, 'a'],
      [1_500, 'b'],
      [2_000, 'b'],
    ]),
  ).toEqual([0, 500, 1_000, 0, 500])
})

test('a session that was away for a look is counted anew', () => {
  const watch = watchSilence(EVERY_MS)
  const signs = new Map([[OTHER, 'a']])
  watch.look({ askedMs: 0, answeredMs: 0, signs })
  expect(watch.look({ askedMs: 500, answeredMs: 500, signs: new Map() })).toEqual(new Map())
  expect(watch.look({ askedMs: 1_000, answeredMs: 1_000, signs })).toEqual(new Map([[OTHER, 0]]))
})

test('a late look and a slow answer take back as much as the watcher was held up', () => {
  // 300 ms late, then answered 300 ms late, then paused for ten seconds.
  expect(
    lookAt([
      [0, 'a'],
      [500, 'a'],
      [1_000, 'a'],
      [1_800, 'a'],
      [2_300, 'a', 300],
      [12_300, 'a'],
    ]),
  ).toEqual([0, 500, 1_000, 1_200, 1_400, 0])
})

test('a watcher that is held up for half of its time or more accuses nobody, however long the other is silent', () => {
  const starved = Array.from({ length: 100 }, (_, look) => [look * 2 * EVERY_MS, 'a'] as const)
  expect(Math.max(...lookAt(starved))).toBe(0)
})

test('never more silence is counted than has passed between the first and the last sight of the sign', () => {
  const looks = fc.array(fc.record({ pauseMs: fc.nat(2_000), tookMs: fc.nat(2_000) }), { minLength: 2, maxLength: 40 })
  fc.assert(
    fc.property(looks, (pauses) => {
      let atMs = 0
      const asked = pauses.map(({ pauseMs, tookMs }) => {
        const look = [atMs + pauseMs, 'a', tookMs] as const
        atMs += pauseMs + tookMs
        return look
      })
      const firstSeenMs = asked[0]![0] + asked[0]![2]
      lookAt(asked).forEach((silentMs, at) => {
        if (at > 0) expect(silentMs).toBeLessThanOrEqual(asked[at]![0] - firstSeenMs)
      })
    }),
  )
})

test('patience doubles with each takeover up to 15 seconds, and so does the rest of an engine up to five minutes', () => {
  expect([0, 1, 2, 3, 9].map((takeovers) => patienceMs(3_000, takeovers))).toEqual([
    3_000, 6_000, 12_000, 15_000, 15_000,
  ])
  expect([0, 1, 2, 4, 9].map(restMs)).toEqual([0, 30_000, 60_000, 240_000, 300_000])
})
