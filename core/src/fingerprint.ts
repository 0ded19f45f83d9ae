// A 64-bit fingerprint of numbers and text, for "same input, same result". It guards against mistakes, not attackers.
// Two 32-bit lanes take every word in turn: xor, rotate, multiply by an odd constant. The rotation brings high bits
// down, which plain FNV over words never does. Doubles are read as little-endian words, as every machine we run on.

const LANE_A_START = 0x811c9dc5
const LANE_B_START = 0x9e3779b9
const LANE_A_FACTOR = 0x01000193
const LANE_B_FACTOR = 0x85ebca6b

export class Fingerprint {
  #a = LANE_A_START | 0
  #b = LANE_B_START | 0
  #words = 0
  readonly #double = new Float64Array(1)
  readonly #halves = new Uint32Array(this.#double.buffer)

  addNumber(value: number): void {
    // -0 and 0 are the same amount.
    this.#double[0] = value + 0
    this.#mix(this.#halves[0]!)
    this.#mix(this.#halves[1]!)
  }

  addText(text: string): void {
    this.#mix(text.length)
    for (let i = 0; i < text.length; i++) this.#mix(text.charCodeAt(i))
  }

  /** Columns are read as they lie in memory. */
  addColumn(column: Float64Array | Int32Array): void {
    const words = new Uint32Array(column.buffer, column.byteOffset, column.byteLength / 4)
    let a = this.#a
    let b = this.#b
    for (let i = 0; i < words.length; i++) {
      const word = words[i]!
      a = mixA(a, word)
      b = mixB(b, word)
    }
    this.#a = a
    this.#b = b
    this.#words += words.length
  }

  /** Sixteen hexadecimal digits; more may be added afterwards. */
  digest(): string {
    return hex(avalanche(this.#a ^ this.#words)) + hex(avalanche(this.#b + this.#words))
  }

  #mix(word: number): void {
    this.#a = mixA(this.#a, word)
    this.#b = mixB(this.#b, word)
    this.#words++
  }
}

function mixA(lane: number, word: number): number {
  const mixed = lane ^ word
  return Math.imul((mixed << 15) | (mixed >>> 17), LANE_A_FACTOR)
}

function mixB(lane: number, word: number): number {
  const mixed = lane ^ word
  return Math.imul((mixed << 13) | (mixed >>> 19), LANE_B_FACTOR) + 1
}

function avalanche(lane: number): number {
  let mixed = lane ^ (lane >>> 16)
  mixed = Math.imul(mixed, 0x85ebca6b)
  mixed ^= mixed >>> 13
  mixed = Math.imul(mixed, 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

function hex(lane: number): string {
  return lane.toString(16).padStart(8, '0')
}
