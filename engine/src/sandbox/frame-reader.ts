import { BotFrame, LENGTHS_BYTES, MOST_HEADER_BYTES } from '@trading-bot/contract/bot-wire/frames'

export type ReadFrame = { readonly frame: BotFrame; readonly blob: Uint8Array }

/** Assembles frames from the chunks of a pipe. It throws on anything that is not a frame, which ends the script. */
export class FrameReader {
  #pieces: Uint8Array[] = []
  #bytes = 0
  #wanted = LENGTHS_BYTES
  #lengths: { header: number; blob: number } | null = null
  readonly #onFrame: (read: ReadFrame) => void
  /** The longest valid blob of the next answer, set before every request. */
  mostBlobBytes = 0

  constructor(onFrame: (read: ReadFrame) => void) {
    this.#onFrame = onFrame
  }

  push(piece: Uint8Array): void {
    this.#pieces.push(piece)
    this.#bytes += piece.length
    while (this.#bytes >= this.#wanted) {
      const all = this.#pieces.length === 1 ? this.#pieces[0]! : Buffer.concat(this.#pieces)
      this.#pieces = [all.subarray(this.#wanted)]
      this.#bytes = all.length - this.#wanted
      this.#take(all.subarray(0, this.#wanted))
    }
  }

  #take(bytes: Uint8Array): void {
    if (this.#lengths === null) {
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
      this.#lengths = { header: view.getUint32(0, true), blob: view.getUint32(4, true) }
      const { header, blob } = this.#lengths
      if (header > MOST_HEADER_BYTES || blob > this.mostBlobBytes) throw new Error('the frame is too long')
      this.#wanted = header + blob
      return
    }
    const { header } = this.#lengths
    this.#lengths = null
    this.#wanted = LENGTHS_BYTES
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, header))
    this.#onFrame({ frame: BotFrame.parse(JSON.parse(text)), blob: new Uint8Array(bytes.subarray(header)) })
  }
}
