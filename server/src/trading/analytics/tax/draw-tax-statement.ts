import { drawPdf } from '../../../platform/draw-pdf.ts'
import { CHARGE_KINDS, type TaxStatement } from './tax-statement.ts'

type Person = { readonly name: string; readonly email: string }

const LEFT = 56
const RIGHT = 539
const FOOT = 780

export function drawTaxStatement(statement: TaxStatement, person: Person, now: Date): Promise<Uint8Array<ArrayBuffer>> {
  return drawPdf({ title: `Intraday results ${statement.year}`, now, margin: LEFT }, (pdf) => {
    drawHead(pdf, statement, person, now)
    drawLines(pdf, linesOf(statement))
  })
}

function drawHead(pdf: PDFKit.PDFDocument, { year, mode }: TaxStatement, person: Person, now: Date): void {
  const first = Number(year.slice(0, 4))
  pdf.font('Helvetica-Bold').fontSize(20).fillColor('#111').text('Intraday trading results', LEFT, 56)
  pdf.font('Helvetica').fontSize(10).fillColor('#555')
  pdf.text(`Financial year ${year}: 1 April ${first} to 31 March ${first + 1}`, LEFT, 86)
  pdf.text(`${person.name}, ${person.email}`)
  pdf.text(`Prepared on ${dayText.format(now)}, India time`)
  pdf.moveDown(0.5).fillColor('#111')
  if (mode === 'paper')
    pdf.font('Helvetica-Bold').fillColor('#b45309').text('Paper trades: not income').fillColor('#111')
  else pdf.text('Equity bought and sold on the same day without delivery: speculative business income, section 43(5).')
  pdf.moveDown()
}

type Line = readonly [label: string, value: string] | string

function linesOf({ trips, totals, charges, months }: TaxStatement): Line[] {
  const kinds = Object.entries(CHARGE_KINDS) as [keyof typeof charges, string][]
  return [
    'Result',
    ['Round trips closed', String(trips.length)],
    ['Bought', inr(totals.buyPaise)],
    ['Sold', inr(totals.sellPaise)],
    ['Gross result', inr(totals.sellPaise - totals.buyPaise)],
    ['Charges', inr(-totals.chargesPaise)],
    ['Net result', inr(totals.netPaise)],
    ['Profits', inr(totals.profitPaise)],
    ['Losses', inr(-totals.lossPaise)],
    ['Turnover (profits and losses by size, before charges)', inr(totals.turnoverPaise)],
    'Charges by kind',
    ...kinds.map(([kind, label]): Line => [label, inr(charges[kind])]),
    'Net result by month',
    ...(months.length === 0 ? [['No position was closed in this year', ''] as const] : []),
    ...months.map(({ month, trips: count, netPaise }): Line => [monthLine(month, count), inr(netPaise)]),
  ]
}

function drawLines(pdf: PDFKit.PDFDocument, lines: readonly Line[]): void {
  let y = pdf.y
  for (const line of lines) {
    if (y > FOOT - 30) {
      pdf.addPage()
      y = LEFT
    }
    if (typeof line === 'string') {
      y += 10
      pdf.font('Helvetica-Bold').fontSize(12).text(line, LEFT, y)
      y += 20
      pdf
        .moveTo(LEFT, y - 3)
        .lineTo(RIGHT, y - 3)
        .strokeColor('#bbb')
        .stroke()
    } else {
      pdf.font('Helvetica').fontSize(10).text(line[0], LEFT, y)
      pdf.text(line[1], LEFT, y, { width: RIGHT - LEFT, align: 'right' })
      y += 17
    }
  }
}

const dayText = new Intl.DateTimeFormat('en-IN', { timeZone: 'Asia/Kolkata', dateStyle: 'long' })
const monthText = new Intl.DateTimeFormat('en-IN', { timeZone: 'UTC', month: 'long', year: 'numeric' })

/** November 2026 (1 round trip) */
function monthLine(month: string, trips: number): string {
  return `${monthText.format(new Date(`${month}-01T00:00:00Z`))} (${trips} round trip${trips === 1 ? '' : 's'})`
}

const digits = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

function inr(paise: number): string {
  return `${paise < 0 ? '-' : ''}INR ${digits.format(Math.abs(paise) / 100)}`
}
