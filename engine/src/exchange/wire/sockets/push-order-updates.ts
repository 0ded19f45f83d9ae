import type { WebSocket } from 'ws'
import type { Exchange, OrderEvent } from '../../state/exchange.ts'
import { presentOrder } from '../format/present-order.ts'

type OrderUpdates = { readonly attach: (socket: WebSocket, clientCode: string) => void; readonly close: () => void }

const CODES = {
  open: 'AB01',
  cancelled: 'AB02',
  rejected: 'AB03',
  modified: 'AB04',
  complete: 'AB05',
  'after market order req received': 'AB06',
  'cancelled after market order': 'AB07',
  'modify after market order req received': 'AB08',
  'open pending': 'AB09',
  'trigger pending': 'AB10',
} as const satisfies Record<OrderEvent['what'], string>

/** The order-status socket sends one frame for every change of the client's orders. */
export function pushOrderUpdates(exchange: Exchange): OrderUpdates {
  const sockets = new Map<string, Set<WebSocket>>()
  const push = ({ order, what }: OrderEvent) => {
    const listening = sockets.get(order.clientCode)
    if (!listening || listening.size === 0) return
    const text = frame(order.clientCode, CODES[what], presentOrder(order))
    for (const socket of listening) socket.send(text)
  }
  exchange.orderListeners.add(push)
  return {
    attach(socket, clientCode) {
      const listening = sockets.get(clientCode) ?? new Set()
      sockets.set(clientCode, listening.add(socket))
      socket.on('close', () => listening.delete(socket))
      socket.on('message', (data, isBinary) => {
        if (!isBinary && (data as Buffer).toString() === 'ping') socket.send('pong')
      })
      socket.send(frame(clientCode, 'AB00', {}))
    },
    close: () => void exchange.orderListeners.delete(push),
  }
}

function frame(clientCode: string, code: string, orderData: object): string {
  return JSON.stringify({
    'user-id': clientCode,
    'status-code': '200',
    'order-status': code,
    'error-message': '',
    orderData,
  })
}
