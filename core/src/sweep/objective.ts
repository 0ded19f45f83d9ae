/** What a sweep looks for in its combinations. */
export const OBJECTIVES = ['net', 'net_per_drawdown', 'net_per_trade'] as const
export type Objective = (typeof OBJECTIVES)[number]

export type Swept = { readonly net: number; readonly trades: number; readonly maxDrawdown: number }

/** Rupees, or for profit per drawdown a ratio. A drawdown below a rupee counts as one, so that none is no infinite gain. */
export function scoreOf(objective: Objective, { net, trades, maxDrawdown }: Swept): number {
  if (objective === 'net') return net
  if (objective === 'net_per_trade') return trades === 0 ? 0 : net / trades
  return net / Math.max(1, maxDrawdown)
}
