/**
 * An A4 document as bytes. The library is loaded when the first one is asked for, so that no start waits for it. The
 * standard fonts have no rupee sign: amounts are printed with INR.
 */
export async function drawPdf(
  options: { readonly title: string; readonly now: Date; readonly margin: number },
  draw: (pdf: PDFKit.PDFDocument) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const { default: PDFDocument } = await import('pdfkit')
  const info = { Title: options.title, CreationDate: options.now }
  const pdf = new PDFDocument({ size: 'A4', margin: options.margin, info })
  const parts: Buffer[] = []
  pdf.on('data', (part: Buffer) => parts.push(part))
  const done = new Promise<void>((resolve) => pdf.once('end', resolve))
  draw(pdf)
  pdf.end()
  await done
  return new Uint8Array(Buffer.concat(parts))
}
