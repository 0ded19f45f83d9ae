import type { Egress } from '@trading-bot/engine/brokers/angel-one/requests/node-http-wire'
import type { Refused } from '@trading-bot/engine/ports'

/** The registered address, and how calls leave by it. */
export type EgressAddress = { readonly address: string; readonly egress: Egress }

/** The egress address assigned to an account. No other is ever used: the broker would reject orders from it. */
export function assignedEgress(address: string | null, outbound: ReadonlyMap<string, Egress>): EgressAddress | Refused {
  if (address === null) {
    const sentence = 'No outbound address is assigned to your account: ask the operator for one.'
    return { kind: 'refused', code: 'NO_ADDRESS', sentence }
  }
  const egress = outbound.get(address)
  if (egress) return { address, egress }
  const sentence = `Your outbound address ${address} is not one of the machine that trades: ask the operator to see to it.`
  return { kind: 'refused', code: 'ADDRESS_NOT_HERE', sentence }
}
