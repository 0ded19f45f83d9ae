import type { Answer, BrokerPosition } from '../../ports.ts'
import type { FaultSwitch } from './fault-switch.ts'

type Positions = Answer<readonly BrokerPosition[]>

/** Positions that lag behind the trades, look flat although they are not, or are unavailable. */
export function stalePositions({ strikes, randomness }: FaultSwitch): (answer: Positions) => Positions {
  let before: readonly BrokerPosition[] = []
  return (answer) => {
    if (strikes('POSITIONS_UNAVAILABLE')) return { kind: 'unavailable', why: 'no positions' }
    if (answer.kind !== 'answered') return answer
    const old = before
    before = answer.value
    if (!strikes('STALE_POSITIONS')) return answer
    const choices = [old, [], answer.value.map(zeroed)]
    return { kind: 'answered', value: choices[randomness.whole(choices.length)] ?? [] }
  }
}

function zeroed(position: BrokerPosition): BrokerPosition {
  return { ...position, buyQuantity: 0, buyValuePaise: 0, sellQuantity: 0, sellValuePaise: 0 }
}
