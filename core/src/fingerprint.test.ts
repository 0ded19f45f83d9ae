import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Fingerprint } from './fingerprint.ts'

function printOf(add: (print: Fingerprint) => void): string {
  const print = new Fingerprint()
  add(print)
  return print.digest()
}

test('the digest of known input never changes, so stored hashes stay comparable', () => {
  const digest = printOf((print) => {
    print.addText('SBIN-EQ')
    print.addNumber(12.5)
    print.addColumn(Float64Array.of(1, 2, 3))
    print.addColumn(Int32Array.of(1, 2, 3))
  })
  expect(digest).toMatchInlineSnapshot(`"58f60f709e6efec7fecaaf012046a337"`)
})

test('changing any one number of a column changes the digest', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -2_000_000, max: 2_000_000 }), { minLength: 1, maxLength: 50 }),
      fc.nat(),
      fc.integer({ min: 1, max: 1 << 20 }),
      (values, at, change) => {
        const changed = values.with(at % values.length, values[at % values.length]! + change)
        const digest = printOf((print) => print.addColumn(Int32Array.from(values)))
        expect(printOf((print) => print.addColumn(Int32Array.from(changed)))).not.toBe(digest)
      },
    ),
  )
})

test('flipping two high bits together does not cancel out', () => {
  const flipped = printOf((print) => print.addColumn(Int32Array.of(-(2 ** 31), 0, -(2 ** 31), 0)))
  expect(flipped).not.toBe(printOf((print) => print.addColumn(Int32Array.of(0, 0, 0, 0))))
})

test('columns of zeroes with different lengths have different digests', () => {
  const digests = [0, 1, 2, 3, 4].map((length) => printOf((print) => print.addColumn(new Int32Array(length))))
  expect(new Set(digests).size).toBe(digests.length)
})

test('the same text split differently has a different digest', () => {
  const joined = printOf((print) => print.addText('ab'))
  const split = printOf((print) => {
    print.addText('a')
    print.addText('b')
  })
  expect(split).not.toBe(joined)
})

test('minus zero is zero', () => {
  expect(printOf((print) => print.addNumber(-0))).toBe(printOf((print) => print.addNumber(0)))
})
