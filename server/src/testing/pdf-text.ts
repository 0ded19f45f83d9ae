import { inflateSync } from 'node:zlib'

/** The texts of a PDF's pages: inflated, with the kerned hex strings joined. */
export function pdfText(pdf: Uint8Array): string {
  const raw = Buffer.from(pdf).toString('latin1')
  const pages = [...raw.matchAll(/stream\n([\s\S]*?)\nendstream/g)].map(([, body = '']) =>
    inflateSync(Buffer.from(body, 'latin1')).toString('latin1'),
  )
  const lines = pages.join('\n').matchAll(/\[(.*?)\] TJ/g)
  return [...lines]
    .map(([, line = '']) =>
      [...line.matchAll(/<([0-9a-f]+)>/g)].map(([, hex = '']) => Buffer.from(hex, 'hex')).join(''),
    )
    .join('\n')
}
