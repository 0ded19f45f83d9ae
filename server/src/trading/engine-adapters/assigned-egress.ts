import type { Refused } from '@trading-bot/engine/ports'

/** The registered address, and the own one of this machine that leaves by it. */
export type EgressAddress = { readonly address: string; readonly localAddress: string }

/** The way out that is assigned to an account. Another one is never taken: the broker would refuse what comes by it. */
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
