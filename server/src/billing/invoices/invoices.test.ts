import { splitGst } from '@trading-bot/core/split-gst'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pdfText } from '../../testing/pdf-text.ts'
import { financialYear } from './financial-year.ts'
import { drawInvoice, type InvoiceSheet } from './draw-invoice.ts'

test('GST is 18 % within the price, and the parts always add up to it', () => {
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

test('the financial year changes on the first of April, India time', () => {
  expect(financialYear(new Date('2027-03-31T18:29:59Z'))).toBe('2026-27')
  expect(financialYear(new Date('2027-03-31T18:30:00Z'))).toBe('2027-28')
})

test('an invoice shows number, India day, parties and amounts, and marks test payments', async () => {
  const sheet: InvoiceSheet = {
    title: 'Tax invoice',
    number: 'INV/2026-27/00042',
    issuedAt: new Date('2026-11-16T19:00:00Z'),
    seller: {
      name: 'Seller Pvt Ltd',
      address: 'Mumbai',
      state: '27',
      gstin: '27ABCDE1234F1Z5',
      sac: '998314',
    },
    buyer: { name: 'Neha Rao', email: 'neha@example.in', gstin: '27AAPFU0939F1ZV' },
    placeOfSupply: '27',
    item: 'EMA Monthly, monthly',
    isTest: false,
    amounts: { taxable: 100_000_00n, cgst: 9_000_00n, sgst: 9_000_00n, igst: 0n, total: 118_000_00n },
  }
  const real = pdfText(await drawInvoice(sheet))
  for (const part of [
    'Number INV/2026-27/00042',
    'Date 2026-11-17 (India)',
    'GSTIN 27ABCDE1234F1Z5',
    'Neha Rao',
    'GSTIN 27AAPFU0939F1ZV',
  ]) {
    expect(real).toContain(part)
  }
  for (const part of ['INR 1,00,000.00', 'CGST 9 %', 'INR 9,000.00', 'SAC 998314', 'INR 1,18,000.00']) {
    expect(real).toContain(part)
  }
  expect(real).not.toContain('not a tax invoice')
  expect(pdfText(await drawInvoice({ ...sheet, isTest: true }))).toContain('Test, not a tax invoice')
})
