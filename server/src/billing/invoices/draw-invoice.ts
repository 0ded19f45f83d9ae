import { GST_STATES, type GstState } from '@trading-bot/contract/rest/billing/gst-states'
import { indiaDayNumber, isoDay } from '@trading-bot/core/time'
import type { Seller } from '../../platform/config.ts'
import { drawPdf } from '../../platform/draw-pdf.ts'

export type InvoiceSheet = {
  readonly title: string
  readonly number: string
  readonly issuedAt: Date
  readonly seller: Seller
  readonly buyer: { readonly name: string; readonly email: string; readonly gstin: string | null }
  readonly placeOfSupply: GstState
  readonly item: string
  readonly isTest: boolean
  readonly amounts: {
    readonly taxable: bigint
    readonly cgst: bigint
    readonly sgst: bigint
    readonly igst: bigint
    readonly total: bigint
  }
}

const LEFT = 56
const RIGHT = 539

/** One page. */
export function drawInvoice(sheet: InvoiceSheet): Promise<Uint8Array<ArrayBuffer>> {
  return drawPdf({ title: `${sheet.title} ${sheet.number}`, now: sheet.issuedAt, margin: LEFT }, (pdf) => {
    drawHead(pdf, sheet)
    drawParties(pdf, sheet)
    drawAmounts(pdf, sheet)
  })
}

function drawHead(pdf: PDFKit.PDFDocument, { title, number, issuedAt, isTest }: InvoiceSheet): void {
  pdf.font('Helvetica-Bold').fontSize(20).text(title, LEFT, 56)
  pdf.font('Helvetica').fontSize(10).fillColor('#555')
  pdf.text(`Number ${number}`, LEFT, 86).text(`Date ${isoDay(indiaDayNumber(issuedAt.getTime()))} (India)`)
  if (isTest) pdf.font('Helvetica-Bold').fillColor('#b45309').text('Test, not a tax invoice', LEFT, 122)
  pdf.fillColor('#111')
}

function drawParties(pdf: PDFKit.PDFDocument, { seller, buyer, placeOfSupply }: InvoiceSheet): void {
  pdf.font('Helvetica-Bold').fontSize(10).text('From', LEFT, 160).text('To', 310, 160)
  pdf.font('Helvetica')
  pdf.text(
    [seller.name, seller.address, stateLine(seller.state), seller.gstin && `GSTIN ${seller.gstin}`]
      .filter(Boolean)
      .join('\n'),
    LEFT,
    176,
  )
  pdf.text(
    [buyer.name, buyer.email, buyer.gstin && `GSTIN ${buyer.gstin}`, `Place of supply: ${stateLine(placeOfSupply)}`]
      .filter(Boolean)
      .join('\n'),
    310,
    176,
  )
}

function stateLine(state: GstState): string {
  return `${GST_STATES[state]} (${state})`
}

function drawAmounts(pdf: PDFKit.PDFDocument, { item, seller, amounts }: InvoiceSheet): void {
  const rows: [label: string, paise: bigint][] = [
    [`${item} (SAC ${seller.sac}), taxable value`, amounts.taxable],
    ...(amounts.igst > 0n
      ? [['IGST 18 %', amounts.igst] as [string, bigint]]
      : ([
          ['CGST 9 %', amounts.cgst],
          ['SGST 9 %', amounts.sgst],
        ] as [string, bigint][])),
  ]
  let y = 260
  const line = (label: string, paise: bigint) => {
    pdf.text(label, LEFT, y).text(`INR ${rupees(paise)}`, LEFT, y, { width: RIGHT - LEFT, align: 'right' })
    y += 22
  }
  pdf
    .moveTo(LEFT, y - 8)
    .lineTo(RIGHT, y - 8)
    .strokeColor('#bbb')
    .stroke()
  for (const [label, paise] of rows) line(label, paise)
  pdf
    .moveTo(LEFT, y - 6)
    .lineTo(RIGHT, y - 6)
    .stroke()
  pdf.font('Helvetica-Bold')
  line('Total, tax included', amounts.total)
}

const digits = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

function rupees(paise: bigint): string {
  return digits.format(Number(paise) / 100)
}
