/** Bounds of two axes with their zeros at the same height, so that a line above one zero is not below the other. */
export function sharedZero(first: readonly number[], second: readonly number[]) {
  const [a, b] = [reachOf(first), reachOf(second)]
  const above = Math.max(a.above, b.above)
  const below = Math.max(a.below, b.below)
  const boundsOf = ({ size }: Reach) => ({ min: -below * size, max: above * size })
  return [boundsOf(a), boundsOf(b)] as const
}

type Reach = { readonly size: number; readonly above: number; readonly below: number }

/** How far the values go from zero, and which shares of that lie on either side of it. */
function reachOf(values: readonly number[]): Reach {
  const [highest, lowest] = [Math.max(0, ...values), Math.min(0, ...values)]
  const size = Math.max(highest, -lowest) * MARGIN || 1
  // Without any value the axis still has a height.
  return { size, above: size === 1 ? 1 : (highest * MARGIN) / size, below: (-lowest * MARGIN) / size }
}

const MARGIN = 1.05
