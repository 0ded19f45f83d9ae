import { ORDER_BYTES } from '@trading-bot/contract/bot-wire/frames'
import type { OrderTerms } from '@trading-bot/core/trading/order-terms'

const MOST_QUANTITY = 10_000_000
// Ten million rupees a share.
const MOST_PAISE = 1_000_000_000

/** What the orders of an answer name, by row; null for anything that the runtime does not send. */
export function readOrders(blob: Uint8Array, rows: number, count: number): ReadonlyMap<number, OrderTerms> | null {
  if (blob.length !== rows + count * ORDER_BYTES) return null
  const view = new DataView(blob.buffer, blob.byteOffset, blob.byteLength)
  const orders = new Map<number, OrderTerms>()
  let before = -1
  for (let at = rows; at < blob.length; at += ORDER_BYTES) {
    const [row, quantity, limitPaise, stopPaise, targetPaise, of] = [0, 4, 8, 12, 16, 20].map((n) =>
      view.getUint32(at + n, true),
    )
    if (row! <= before || row! >= rows || quantity! > MOST_QUANTITY || of! > MOST_QUANTITY) return null
    if ([limitPaise, stopPaise, targetPaise].some((paise) => paise! > MOST_PAISE)) return null
    orders.set(row!, {
      ...(quantity && !of && { quantity }),
      ...(of && { part: { quantity: quantity!, of } }),
      ...(limitPaise && { limitPaise }),
      ...(stopPaise && { stopPaise }),
      ...(targetPaise && { targetPaise }),
    })
    before = row!
  }
  return orders
}
