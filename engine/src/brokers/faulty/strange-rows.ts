import type { Answer, BrokerOrder } from '../../ports.ts'
import type { FaultSwitch } from './fault-switch.ts'

type StrangeRows = {
  readonly ofBook: (answer: Answer<readonly BrokerOrder[]>) => Answer<readonly BrokerOrder[]>
  readonly ofUpdate: (order: BrokerOrder) => BrokerOrder
}

/** Orders that lost our client ids, between rows of foreign orders that cannot be read. */
export function strangeRows({ strikes, randomness }: FaultSwitch): StrangeRows {
  const foreignRow = (book: readonly BrokerOrder[]): BrokerOrder => {
    // Half of them show a token, which may be that of an order of ours.
    const shown = book.length === 0 ? undefined : book[randomness.whole(2 * book.length)]
    return {
      brokerOrderId: randomness.whole(2) === 0 ? '' : `foreign-${randomness.whole(1_000_000)}`,
      clientId: '',
      token: shown?.token ?? '',
      side: 'BUY',
      quantity: 0,
      filledQuantity: 0,
      averagePaise: 0,
      state: 'UNREADABLE',
      text: '',
      updatedMs: null,
    }
  }
  return {
    ofBook(answer) {
      if (answer.kind !== 'answered') return answer
      let rows = answer.value
      if (strikes('DROPS_TAGS')) rows = rows.map(withoutTag)
      if (strikes('FOREIGN_ROWS')) rows = [foreignRow(rows), ...rows]
      return { kind: 'answered', value: rows }
    },
    ofUpdate: (order) => (strikes('DROPS_TAGS') ? withoutTag(order) : order),
  }
}

function withoutTag(order: BrokerOrder): BrokerOrder {
  return { ...order, clientId: '' }
}
