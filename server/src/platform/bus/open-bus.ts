import type { Config } from '../config.ts'
import { ConfigError } from '../config-error.ts'
import type { Bus } from './bus.ts'
import { memoryBus } from './memory-bus.ts'
import { natsBus } from './nats-bus.ts'

/** NATS where it is configured; otherwise each process has a bus of its own. */
export function openBus({ bus, role }: Pick<Config, 'bus' | 'role'>, onError: (error: unknown) => void): Bus {
  if (bus) return natsBus(bus, onError)
  if (role === 'feed')
    throw new ConfigError('ROLE=feed needs NATS_URL: a feed publishes its prices for other processes.')
  return memoryBus(onError)
}
