import type { FrameRows } from '@trading-bot/contract/bot-wire/frame-rows'

/** Half of a surrogate pair or a zero byte could be neither stored nor shown. */
export function plainText(text: string): string {
  return text.replace(/[\p{Surrogate}\0]/gu, '\ufffd')
}

export function plainRows({ symbol, columns, rows }: FrameRows): FrameRows {
  const texts = (all: readonly string[]) => all.map(plainText)
  return {
    symbol: plainText(symbol),
    columns: texts(columns),
    rows: rows.map((row) => ({ ...row, cells: texts(row.cells) })),
  }
}
