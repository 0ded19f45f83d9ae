import { describe, expect, test } from 'vitest'
import { bridge, evenBridge } from './brownian-bridge.ts'
import { mix } from './chance.ts'
import { exponential, smallExponential } from './exponential.ts'
import { STANDARD_NORMAL } from './standard-normal.ts'

const TRIALS = 40_000

test('the standard normal has its moments and its quantiles', () => {
  const mean = (power: number) => STANDARD_NORMAL.reduce((sum, x) => sum + x ** power, 0) / STANDARD_NORMAL.length
  expect([mean(1), mean(2), mean(3)].map((x) => Math.round(x * 1e9) / 1e9 + 0)).toEqual([0, 1, 0])
  expect(mean(4)).toBeCloseTo(3, 1)
  expect(STANDARD_NORMAL[Math.floor(0.975 * 4_096)]).toBeCloseTo(1.96, 2)
})

test('the exponentials agree with Math.exp to ten digits and to eight', () => {
  for (let x = -3; x <= 3; x += 0.01) expect(exponential(x) / Math.exp(x)).toBeCloseTo(1, 10)
  for (let x = -0.2; x <= 0.2; x += 0.01) expect(smallExponential(x) / Math.exp(x)).toBeCloseTo(1, 8)
})

/** Covariances of the increments of many free paths: the end is drawn, the rest bridged. */
function covariances(clocks: Float64Array, fill: (levels: Float64Array, key: number) => void): number[][] {
  const steps = clocks.length - 1
  const sums = Array.from({ length: steps }, () => Array.from({ length: steps }, () => 0))
  const levels = new Float64Array(clocks.length)
  for (let trial = 0; trial < TRIALS; trial++) {
    levels[steps] = Math.sqrt(clocks[steps]!) * STANDARD_NORMAL[mix(7, trial) >>> 20]!
    fill(levels, mix(8, trial))
    for (let left = 0; left < steps; left++) {
      for (let right = 0; right < steps; right++) {
        sums[left]![right]! += ((levels[left + 1]! - levels[left]!) * (levels[right + 1]! - levels[right]!)) / TRIALS
      }
    }
  }
  return sums
}

function expectIndependent(clocks: Float64Array, found: number[][]): void {
  for (const [left, row] of found.entries()) {
    const variance = clocks[left + 1]! - clocks[left]!
    for (const [right, covariance] of row.entries()) {
      const other = clocks[right + 1]! - clocks[right]!
      const error = Math.sqrt(variance * other) * 0.03 + 1e-15
      expect(Math.abs(covariance - (left === right ? variance : 0))).toBeLessThanOrEqual(error)
    }
  }
}

describe('bridged increments are independent, each with the variance of its part of the clock', () => {
  test('on an uneven clock that stands still once', () => {
    const clocks = Float64Array.of(0, 1, 1.5, 1.5, 4, 4.1, 9, 10)
    const found = covariances(clocks, (levels, key) => bridge(levels, clocks, 7, key))
    expectIndependent(clocks, found)
  })

  test('on an even clock, with the extremes of the path', () => {
    const clocks = Float64Array.from({ length: 12 }, (_, place) => place / 11)
    const found = covariances(clocks, (at, key) => {
      const levels = { at, highest: 0, lowest: 0 }
      evenBridge(levels, 11, 1, key)
      expect([levels.lowest, levels.highest]).toEqual([Math.min(...at.slice(1)), Math.max(...at.slice(1))])
    })
    expectIndependent(clocks, found)
  })
})
