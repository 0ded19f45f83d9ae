import { filledQuantity, filledValuePaise } from '../orders/live-order.ts'
import type { Entry, LivePosition } from './live-position.ts'

/** Shares that were reported beyond those of the books. */
export function reportedShares({ orders }: LivePosition): number {
  return orders.reduce((sum, order) => sum + Math.max(0, (order.reported?.quantity ?? 0) - filledQuantity(order)), 0)
}

/** What the entry has filled as far as anybody has told: its shares and their value. */
export function entrySoFar({ orders }: LivePosition): Entry {
  let quantity = 0
  let valuePaise = 0
  for (const order of orders) {
    if (order.purpose !== 'ENTRY') continue
    const isAhead = (order.reported?.quantity ?? 0) > filledQuantity(order)
    quantity += isAhead ? order.reported!.quantity : filledQuantity(order)
    valuePaise += isAhead ? order.reported!.quantity * order.reported!.averagePaise : filledValuePaise(order)
  }
  return { quantity, valuePaise }
}
