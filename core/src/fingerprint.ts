// A 128-bit fingerprint of numbers and text, to prove "same input, same result". It is not cryptographic.
// Words alternate between two pairs of 32-bit lanes; a lane xors the word, rotates and multiplies by an odd constant.
// The rotation mixes in high bits, which plain FNV over words never does; two pairs allow instruction parallelism.
// Doubles are read as little-endian words, as on every machine we run on.

const FACTOR_1 = 0x01000193
const FACTOR_2 = 0x85ebca6b | 0

export class Fingerprint {
  /** Even words: 0 and 1. Odd words: 2 and 3. */
  readonly #lanes = new Int32Array([0x811c9dc5, 0x9e3779b9, 0xc2b2ae35, 0x27d4eb2f])
  readonly #double = new Float64Array(1)
  readonly #halves = new Int32Array(this.#double.buffer)
  #words = 0

  addNumber(value: number): void {
    // -0 and 0 are the same amount.
    this.#double[0] = value + 0
    this.#mix(this.#halves[0]!, this.#halves[1]!)
  }

  addText(text: string): void {
    for (let i = 0; i < text.length; i++) this.#mix(text.charCodeAt(i), i)
    this.#mix(text.length, 0)
  }

  /** Columns are read directly from memory. */
  addColumn(column: Float64Array | Int32Array): void {
    const words = new Int32Array(column.buffer, column.byteOffset, column.byteLength / 4)
    const pairs = words.length - (words.length % 2)
    const lanes = this.#lanes
    let a = lanes[0]!
    let b = lanes[1]!
    let c = lanes[2]!
    let d = lanes[3]!
    for (let i = 0; i < pairs; i += 2) {
      const even = words[i]!
      const odd = words[i + 1]!
      a = mix1(a, even)
      b = mix2(b, even)
      c = mix1(c, odd)
      d = mix2(d, odd)
    }
    lanes[0] = a
    lanes[1] = b
    lanes[2] = c
    lanes[3] = d
    this.#words += pairs
    if (pairs < words.length) this.#mix(words[pairs]!, 0)
    this.#mix(words.length, 0)
  }

  /** 32 hexadecimal digits; more input may be added afterwards. */
  digest(): string {
    let text = ''
    for (const lane of this.#lanes)
      text += avalanche(lane ^ this.#words)
        .toString(16)
        .padStart(8, '0')
    return text
  }

  #mix(even: number, odd: number): void {
    const lanes = this.#lanes
    lanes[0] = mix1(lanes[0]!, even)
    lanes[1] = mix2(lanes[1]!, even)
    lanes[2] = mix1(lanes[2]!, odd)
    lanes[3] = mix2(lanes[3]!, odd)
    this.#words += 2
  }
}

function mix1(lane: number, word: number): number {
  const mixed = lane ^ word
  return Math.imul((mixed << 15) | (mixed >>> 17), FACTOR_1)
}

// Adding one prevents a lane from staying zero when all words are zero.
function mix2(lane: number, word: number): number {
  const mixed = lane ^ word
  return (Math.imul((mixed << 13) | (mixed >>> 19), FACTOR_2) + 1) | 0
}

function avalanche(lane: number): number {
  let mixed = lane ^ (lane >>> 16)
  mixed = Math.imul(mixed, 0x85ebca6b)
  mixed ^= mixed >>> 13
  mixed = Math.imul(mixed, 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
