/** The last `size` values. */
export class RollingWindow {
  readonly #slots: Float64Array
  #next = 0
  count = 0

  constructor(size: number) {
    this.#slots = new Float64Array(size)
  }

  /** Adds a value and returns the one it replaces (0 until the window is full). */
  push(value: number): number {
    const oldest = this.#slots[this.#next]!
    this.#slots[this.#next] = value
    this.#next = this.#next + 1 === this.#slots.length ? 0 : this.#next + 1
    if (this.count < this.#slots.length) this.count++
    return oldest
  }

  get isFull(): boolean {
    return this.count === this.#slots.length
  }
}
