import type { Instrument } from '@trading-bot/core/instrument'
import type { Broker } from '@trading-bot/engine/ports'

/** The broker's time, and how exactly it was measured. */
export type ClockReading = { readonly offsetMs: number; readonly against: string }

/** The share of the instrument master that bots trade, by symbol. */
type MasterRow = Pick<Instrument, 'token' | 'tickPaise' | 'lotSize'>
export type MasterRows = ReadonlyMap<string, MasterRow>

/** What the checks need of the process that trades. */
export type CheckPorts = {
  /** The engine's own broker of a user; undefined if this process has not opened the account. */
  readonly brokerOf: (userId: string) => Broker | undefined
  /** Undefined while no prices were subscribed. */
  readonly isFeedUp: () => boolean | undefined
  /** This machine's clock minus the broker's. */
  readonly readClock: () => Promise<ClockReading>
  /** Downloads the instrument master and saves what changed. */
  readonly refreshMaster: () => Promise<MasterRows>
}

type Listed = {
  readonly symbol: string
  readonly token: string
  readonly tickPaise: number | null
  readonly lotSize: number | null
}

/** A row of the master by its symbol; one without tick or lot proves nothing about them. */
export function masterEntry({ symbol, token, tickPaise, lotSize }: Listed): [string, MasterRow][] {
  return tickPaise === null || lotSize === null ? [] : [[symbol, { token, tickPaise, lotSize }]]
}
