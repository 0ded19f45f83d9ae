import type { OrderListener } from '../../../ports.ts'
import type { Cancel } from '../../../ports/timers.ts'
import { type ConnectionSetup, keepConnected } from './keep-connected.ts'
import { asRow, type Row, textOf } from '../books/loose-fields.ts'
import { readOrder } from '../books/read-books.ts'

/** The order-status socket sends every change of the account's orders; each (re)connection requires a reconciliation. */
export function watchOrderUpdates(setup: ConnectionSetup, { onOrder, onGap }: OrderListener): Cancel {
  return keepConnected(setup, {
    onUp: onGap,
    // Missed updates are reported as a gap when the connection is back.
    onDown: () => {},
    onBytes: () => {},
    onText: (text) => {
      const data = orderDataOf(text)
      // The greeting contains an empty order.
      if (data && textOf(data, 'orderid') === '') return
      const order = data && readOrder(data)
      if (order) onOrder(order)
      // An unreadable message may have been an order update.
      else onGap()
    },
  })
}

function orderDataOf(text: string): Row | null {
  try {
    return asRow(asRow(JSON.parse(text))?.['orderData'])
  } catch {
    return null
  }
}
