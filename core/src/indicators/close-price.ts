import type { Indicator } from './indicator.ts'

/** The close itself, for rules that compare it with a line. */
export class ClosePrice implements Indicator {
  readonly values = new Float64Array([NaN])
  readonly firstIndex = 0

  step(close: number): void {
    this.values[0] = close
  }
}
