import type { BrokerFill, BrokerOrder, BrokerPosition } from '../../ports.ts'

/** All three books of an account, read one after the other. */
export type CompleteBooks = {
  readonly orders: readonly BrokerOrder[]
  readonly trades: readonly BrokerFill[]
  readonly positions: readonly BrokerPosition[]
}
