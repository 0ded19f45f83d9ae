/** A growing column of doubles, for results of unknown length. */
export class GrowColumn {
  #values = new Float64Array(4096)
  #length = 0

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const larger = new Float64Array(this.#length * 2)
      larger.set(this.#values)
      this.#values = larger
    }
    this.#values[this.#length++] = value
  }

  /** The values so far, without copying. */
  view(): Float64Array {
    return this.#values.subarray(0, this.#length)
  }
}
