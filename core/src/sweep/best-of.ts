/** The index of the best by its figure among those with enough trades, the first of several; undefined without one. */
export function bestOf<Result>(
  results: readonly Result[],
  figureOf: (result: Result) => number,
  hasEnough: (result: Result) => boolean,
): number | undefined {
  let best: number | undefined
  for (const [index, result] of results.entries()) {
    if (!hasEnough(result)) continue
    if (best === undefined || figureOf(result) > figureOf(results[best]!)) best = index
  }
  return best
}
