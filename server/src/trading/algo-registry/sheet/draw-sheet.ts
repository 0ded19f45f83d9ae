import { indiaDayNumber, isoDay } from '@trading-bot/core/time'
import { drawPdf } from '../../../platform/draw-pdf.ts'
import type { SheetSection, WhiteBoxSheet } from './white-box-sheet.ts'

const LEFT = 56
const RIGHT = 539
const WIDTH = RIGHT - LEFT
const FOOT = 770
const VALUE_AT = 330

/** As many pages as it takes. */
export function drawSheet(sheet: WhiteBoxSheet, now: Date): Promise<Uint8Array<ArrayBuffer>> {
  return drawPdf({ title: `White-box sheet: ${sheet.title}`, now, margin: LEFT }, (pdf) => {
    pdf.font('Helvetica-Bold').fontSize(18).fillColor('#111').text('White-box sheet', LEFT, LEFT)
    pdf.font('Helvetica').fontSize(12).text(sheet.title)
    pdf
      .fontSize(9)
      .fillColor('#555')
      .text(`Drawn up on ${isoDay(indiaDayNumber(now.getTime()))} (India)`)
    for (const section of sheet.sections) drawSection(pdf, section)
    if (sheet.code !== null) drawCode(pdf, sheet.code)
  })
}

function drawSection(pdf: PDFKit.PDFDocument, { heading, lines }: SheetSection): void {
  drawHeading(pdf, heading)
  pdf.font('Helvetica').fontSize(9.5)
  for (const line of lines) {
    if (typeof line === 'string') {
      if (pdf.y + pdf.heightOfString(line, { width: WIDTH }) > FOOT) pdf.addPage()
      pdf.text(line, LEFT, pdf.y, { width: WIDTH }).moveDown(0.4)
    } else drawPair(pdf, line)
  }
}

function drawHeading(pdf: PDFKit.PDFDocument, heading: string): void {
  if (pdf.y > FOOT - 60) pdf.addPage()
  pdf.moveDown(0.9).font('Helvetica-Bold').fontSize(12).fillColor('#111').text(heading, LEFT)
  const y = pdf.y + 2
  pdf.moveTo(LEFT, y).lineTo(RIGHT, y).strokeColor('#bbb').stroke()
  pdf.y = y + 6
}

function drawPair(pdf: PDFKit.PDFDocument, [label, value]: readonly [string, string]): void {
  const [left, right] = [VALUE_AT - LEFT - 12, RIGHT - VALUE_AT]
  const height = Math.max(pdf.heightOfString(label, { width: left }), pdf.heightOfString(value, { width: right }))
  if (pdf.y + height > FOOT) pdf.addPage()
  const y = pdf.y
  pdf.fillColor('#555').text(label, LEFT, y, { width: left })
  pdf.fillColor('#111').text(value, VALUE_AT, y, { width: right })
  pdf.x = LEFT
  pdf.y = y + height + 4
}

function drawCode(pdf: PDFKit.PDFDocument, code: string): void {
  pdf.addPage()
  drawHeading(pdf, 'Program')
  pdf.font('Courier').fontSize(8)
  for (const line of code.replaceAll('\r\n', '\n').replaceAll('\t', '    ').split('\n')) {
    const text = line === '' ? ' ' : line
    if (pdf.y + pdf.heightOfString(text, { width: WIDTH }) > FOOT) pdf.addPage()
    pdf.text(text, LEFT, pdf.y, { width: WIDTH })
  }
}
