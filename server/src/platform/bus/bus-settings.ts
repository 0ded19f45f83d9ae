import { type AuthKeys, mac } from '../security/auth-keys.ts'
import { ConfigError } from '../config-error.ts'

export type BusSettings = {
  /** One or more servers of a NATS cluster, separated by commas, with the user and password of this process's role. */
  readonly url: string
  /** Who signed the servers' certificates, where that is not one of the known authorities. */
  readonly caFile: string | undefined
  /** The first signs what this process says; what any of them signed is believed. */
  readonly keys: readonly Buffer[]
}

type Variables = { readonly NATS_URL?: string | undefined; readonly NATS_CA_FILE?: string | undefined }

const LOOPBACK_HOSTS = ['127.0.0.1', 'localhost', '[::1]']

/** Prices move money: nobody may listen or speak on the way to the bus, and in production nobody may join it. */
export function busSettings(env: Variables, keys: AuthKeys, production: boolean): BusSettings | undefined {
  const { NATS_URL: url, NATS_CA_FILE: caFile } = env
  if (url === undefined) return undefined
  for (const address of url.split(',').map((each) => each.trim())) {
    if (!URL.canParse(address))
      throw new ConfigError('NATS_URL is not usable: each address is written as tls://user:password@host:4222.')
    const { hostname, protocol, username, password } = new URL(address)
    const isLoopback = LOOPBACK_HOSTS.includes(hostname)
    if (!isLoopback && protocol !== 'tls:')
      throw new ConfigError(
        `NATS_URL must begin with tls:// because ${hostname} is not this machine: prices would travel readable, and anybody on the way could change them.`,
      )
    if ((production || !isLoopback) && (username === '' || password === ''))
      throw new ConfigError(
        'NATS_URL has no user and password: anybody who reaches the bus could speak on it. Give each role its own (deploy/nats.conf).',
      )
  }
  return { url, caFile, keys: keys.map(({ secret }) => mac(secret, 'bus')) }
}
