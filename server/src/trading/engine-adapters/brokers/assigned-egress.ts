import type { Refused } from '@trading-bot/engine/ports'

/** The registered address, and this machine's local address that leaves by it. */
export type EgressAddress = { readonly address: string; readonly localAddress: string }

/** The egress address assigned to an account. No other is ever used: the broker would reject orders from it. */
export function assignedEgress(address: string | null, outbound: ReadonlyMap<string, string>): EgressAddress | Refused {
  if (address === null) {
    const sentence = 'No outbound address is assigned to your account: ask the operator for one.'
    return { kind: 'refused', code: 'NO_ADDRESS', sentence }
  }
  const localAddress = outbound.get(address)
  if (localAddress !== undefined) return { address, localAddress }
  const sentence = `Your outbound address ${address} is not one of the machine that trades: ask the operator to see to it.`
  return { kind: 'refused', code: 'ADDRESS_NOT_HERE', sentence }
}
