import { type Config, ConfigError } from '../config.ts'
import type { Bus } from './bus.ts'
import { memoryBus } from './memory-bus.ts'
import { natsBus } from './nats-bus.ts'

/** NATS where it is configured; otherwise each process has a bus of its own. */
export function openBus({ natsUrl, role }: Pick<Config, 'natsUrl' | 'role'>, onError: (error: unknown) => void): Bus {
  if (natsUrl !== undefined) return natsBus(natsUrl, onError)
  if (role === 'feed')
    throw new ConfigError('ROLE=feed needs NATS_URL: a feed publishes its prices for other processes.')
  return memoryBus(onError)
}
