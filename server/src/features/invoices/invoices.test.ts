import fc from 'fast-check'
import { expect, test } from 'vitest'
import { financialYear } from './financial-year.ts'
import { splitGst } from './split-gst.ts'

test('GST is 18 % within the price and always adds up', () => {
  expect(splitGst(118_00n, true)).toEqual({
    totalPaise: 118_00n,
    taxablePaise: 100_00n,
    cgstPaise: 9_00n,
    sgstPaise: 9_00n,
    igstPaise: 0n,
  })
  expect(splitGst(999_00n, false)).toMatchObject({ taxablePaise: 846_61n, igstPaise: 152_39n })
  fc.assert(
    fc.property(fc.bigInt({ min: 100n, max: 10n ** 12n }), fc.boolean(), (total, isSameState) => {
      const { taxablePaise, cgstPaise, sgstPaise, igstPaise } = splitGst(total, isSameState)
      expect(taxablePaise + cgstPaise + sgstPaise + igstPaise).toBe(total)
      expect(cgstPaise).toBe(sgstPaise)
      const tax = cgstPaise + sgstPaise + igstPaise
      expect(Math.abs(Number(tax * 118n - total * 18n))).toBeLessThanOrEqual(2 * 118)
    }),
  )
})

test('the financial year turns on the first of April, India time', () => {
  expect(financialYear(new Date('2027-03-31T18:29:59Z'))).toBe('2026-27')
  expect(financialYear(new Date('2027-03-31T18:30:00Z'))).toBe('2027-28')
})
