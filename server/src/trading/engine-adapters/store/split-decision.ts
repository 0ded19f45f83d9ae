import type { WriteBatch } from '@trading-bot/engine/live/book/live-store'

// Below this a second connection costs more than it saves.
const WORTH_SPLITTING = 2_000

/**
 * Splits a decision for thousands of accounts into parts that can be written in parallel: each account's order and
 * position stay together, so that they commit in one transaction. Writing a part again changes nothing.
 */
export function splitDecision(batch: WriteBatch, parts: number): readonly WriteBatch[] {
  const { newOrders, positions, sendings, changedOrders, newFills, stoppedDays, notices } = batch
  const others = sendings.length + changedOrders.length + newFills.length + stoppedDays.length + notices.length
  if (newOrders.length < WORTH_SPLITTING || others > 0) return [batch]
  const partOf = new Map<string, number>()
  for (const { instanceId } of newOrders) if (!partOf.has(instanceId)) partOf.set(instanceId, partOf.size % parts)
  const isIn = (part: number) => (row: { readonly instanceId: string }) => (partOf.get(row.instanceId) ?? 0) === part
  return Array.from({ length: parts }, (_, part) => ({
    ...batch,
    newOrders: newOrders.filter(isIn(part)),
    positions: positions.filter(isIn(part)),
    strategyStates: part === 0 ? batch.strategyStates : [],
  }))
}
