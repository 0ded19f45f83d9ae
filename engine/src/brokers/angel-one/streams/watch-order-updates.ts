import type { OrderListener } from '../../../ports.ts'
import type { Cancel } from '../../../ports/timers.ts'
import { type ConnectionSetup, keepConnected } from './keep-connected.ts'
import { asRow, type Row, textOf } from '../books/loose-fields.ts'
import { readOrder } from '../books/read-books.ts'

/** The order-status socket: every change of the account's orders; after each (re)connection the books must be read. */
export function watchOrderUpdates(setup: ConnectionSetup, { onOrder, onGap }: OrderListener): Cancel {
  return keepConnected(setup, {
    onUp: onGap,
    // What is missed from here on is told of when it is up again.
    onDown: () => {},
    onBytes: () => {},
    onText: (text) => {
      const data = orderDataOf(text)
      // The greeting carries an empty order.
      if (data && textOf(data, 'orderid') === '') return
      const order = data && readOrder(data)
      if (order) onOrder(order)
      // Something that cannot be read may have been a change.
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
