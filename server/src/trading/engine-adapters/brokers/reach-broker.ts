import {
  angelOneAccount,
  type AngelOneAccount,
  type AngelOneSetup,
} from '@trading-bot/engine/brokers/angel-one/angel-one-account'
import { UNNAMED_MACHINE } from '@trading-bot/engine/brokers/angel-one/session/angel-one-context'
import { type NodeHttpWire, nodeHttpWire } from '@trading-bot/engine/brokers/angel-one/requests/node-http-wire'
import { totpCheck } from '@trading-bot/engine/brokers/angel-one/session/totp-check'
import { tryLogIn } from '@trading-bot/engine/brokers/angel-one/session/try-log-in'
import { wsSocketWire } from '@trading-bot/engine/brokers/angel-one/streams/ws-socket-wire'
import type { Broker, Refused } from '@trading-bot/engine/ports'
import { systemClock } from '@trading-bot/engine/ports/system-clock'
import { systemRandomness } from '@trading-bot/engine/ports/system-randomness'
import { systemTimers } from '@trading-bot/engine/ports/system-timers'
import type { Config } from '../../../platform/config.ts'
import type { BrokerCredentials, BrokerDesk, TradingAccess } from '../../../platform/providers/broker-desk.ts'
import { outboundAddressesOf } from '../../../platform/providers/own-machine.ts'
import { assignedEgress, type EgressAddress } from './assigned-egress.ts'
import { exitsOnly } from './exits-only.ts'
import { probeEgress } from './probe-egress.ts'
import type { RaiseAlert } from '../prices/raise-alert.ts'

export const SYSTEM_PORTS = { clock: systemClock, timers: systemTimers, randomness: systemRandomness }

type Urls = { readonly restUrl: string; readonly orderUpdatesUrl: string; readonly feedUrl: string }

export type BrokerReach = {
  readonly desk: BrokerDesk
  /** From any address of this machine: prices and log-ins are accepted from any address. */
  readonly accountOf: (
    credentials: BrokerCredentials,
    options?: Pick<AngelOneSetup, 'rejectsTotp' | 'onLogIn' | 'sessionStore'>,
  ) => AngelOneAccount
  /** For real orders: from the address that is assigned to the account, or not at all. */
  readonly brokerOf: (
    access: TradingAccess,
    options?: Pick<AngelOneSetup, 'onLogIn' | 'sessionStore'>,
  ) => Broker | Refused
  readonly close: () => void
}

/** The broker over the network, from this machine. */
export function reachBroker(
  config: Pick<Config, 'outboundAddresses' | 'liveTrading' | 'compliance'>,
  urls: Urls,
  raiseAlert: RaiseAlert,
  ports = SYSTEM_PORTS,
): BrokerReach {
  const wire = nodeHttpWire({ timers: systemTimers })
  const boundWires = new Map<string, NodeHttpWire>()
  const wireFrom = ({ address, egress }: EgressAddress): NodeHttpWire => {
    const found = boundWires.get(address) ?? nodeHttpWire({ timers: systemTimers, egress })
    boundWires.set(address, found)
    return found
  }
  // Shared by everything that logs in from this process, because the broker accepts a code once.
  const usedTotpWindows = new Map<string, number>()
  const totp = totpCheck(ports.clock, (refused, tried) =>
    raiseAlert({ level: 'CRITICAL', message: clockSentence(refused, tried) }),
  )
  const shared = { ...urls, ...ports, usedTotpWindows, totp }
  return {
    desk: {
      tryLogIn: (credentials, registeredAddress) =>
        tryLogIn({ ...shared, wire: wire.send, ...(registeredAddress && { registeredAddress }) }, credentials),
      probeEgress: async (address) => {
        const assigned = assignedEgress(address, outboundAddressesOf(config.outboundAddresses))
        return 'kind' in assigned ? undefined : probeEgress(wireFrom(assigned).send, urls.restUrl)
      },
    },
    accountOf: (credentials, options = {}) =>
      angelOneAccount({
        ...shared,
        ...options,
        credentials,
        wire: wire.send,
        sockets: wsSocketWire({ timers: systemTimers }),
      }),
    brokerOf: (access, options = {}) => {
      const assigned = assignedEgress(access.outboundAddress, outboundAddressesOf(config.outboundAddresses))
      if ('kind' in assigned) return assigned
      const { address, egress } = assigned
      const { broker } = angelOneAccount({
        ...shared,
        ...options,
        rejection: rejectionOf(access),
        credentials: access,
        wire: wireFrom(assigned).send,
        registeredAddress: address,
        sockets: wsSocketWire({ timers: systemTimers, egress }),
        machine: {
          ...UNNAMED_MACHINE,
          publicIp: address,
          ...('localAddress' in egress && { localIp: egress.localAddress }),
        },
      })
      return config.liveTrading && config.compliance.hosting !== 'paper' ? broker : exitsOnly(broker)
    },
    close: () => {
      for (const each of [wire, ...boundWires.values()]) each.close()
    },
  }
}

function rejectionOf({ rejection }: TradingAccess): Refused | null {
  return rejection === null ? null : { kind: 'refused', code: 'CREDENTIALS_REJECTED', sentence: rejection }
}

function clockSentence(refused: number, tried: number): string {
  return (
    `Angel One refused the TOTP codes of ${refused} of ${tried} accounts that logged in recently. ` +
    'Check the clock of this machine (NTP): a code is valid for 30 seconds. No account is locked for it.'
  )
}
