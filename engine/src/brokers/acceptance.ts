import type { AcceptanceBench, Capability, Card } from './acceptance/card.ts'
import { BOOK_CARDS } from './acceptance/book-cards.ts'
import { ORDER_CARDS } from './acceptance/order-cards.ts'
import { SESSION_CARDS } from './acceptance/session-cards.ts'

/** The acceptance tests of every broker adapter, in the order of their numbers. */
export const ACCEPTANCE_CARDS: readonly Card[] = [...SESSION_CARDS, ...ORDER_CARDS, ...BOOK_CARDS].sort(
  (left, right) => left.number - right.number,
)

export type CardResult = {
  readonly card: Card
  readonly result: 'passed' | 'failed' | 'does not apply'
  /** The failure, or the capabilities that the adapter declares as missing. */
  readonly detail: string
}

type AcceptanceSetup = {
  /** Opens a new account on an open market for every card. */
  readonly openBench: () => Promise<AcceptanceBench>
  /** Capabilities that this broker lacks; cards that need one of them do not apply. */
  readonly without: readonly Capability[]
}

/** Runs one card on its own bench. */
export async function runCard(card: Card, { openBench, without }: AcceptanceSetup): Promise<CardResult> {
  const missing = card.needs.filter((need) => without.includes(need))
  if (missing.length > 0) return { card, result: 'does not apply', detail: `has no ${missing.join(', ')}` }
  const bench = await openBench()
  try {
    await card.run(bench)
    return { card, result: 'passed', detail: '' }
  } catch (error) {
    return { card, result: 'failed', detail: error instanceof Error ? error.message : String(error) }
  } finally {
    await bench.close()
  }
}
