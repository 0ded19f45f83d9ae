import type { Algo, AlgoKind, AlgoState } from '@trading-bot/contract/rest/trading/algos'
import { ApiFailure } from '../../lib/api/api-failure.ts'

export const KINDS: Readonly<Record<AlgoKind, string>> = {
  white_box: 'White box: the logic is disclosed',
  black_box: 'Black box: with a Research Analyst’s certificate',
}

/** Where a registration can go from its state, and the button that moves it. */
export const MOVES: Readonly<Record<AlgoState, readonly Exclude<AlgoState, 'applied'>[]>> = {
  applied: ['registered', 'withdrawn'],
  registered: ['suspended', 'withdrawn'],
  suspended: ['registered', 'withdrawn'],
  withdrawn: [],
}

/** "EMA Bot v3", or "EMA Bot v3, v2" when versions trade alike. */
export function nameOf({ versions }: Algo): string {
  const numbers = new Map<string, number[]>()
  for (const { name, number } of versions) numbers.set(name, [...(numbers.get(name) ?? []), number])
  return [...numbers].map(([name, all]) => `${name} ${all.map((number) => `v${number}`).join(', ')}`).join('; ')
}

export function needsPassword(failure: unknown): boolean {
  return failure instanceof ApiFailure && failure.body['code'] === 'ALGO_NEEDS_PASSWORD'
}
