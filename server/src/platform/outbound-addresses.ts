import { isIP } from 'node:net'
import { unescape } from 'node:querystring'
import type { Egress } from '@trading-bot/engine/brokers/angel-one/requests/node-http-wire'
import type { ForwardProxy } from '@trading-bot/engine/brokers/angel-one/requests/proxy-agents'
import * as z from 'zod'

const EXPECTED =
  'it takes pairs such as 203.0.113.7=10.0.0.5 or 203.0.113.8=http://user:password@10.0.0.9:3128, separated by commas'

/** Registered addresses that this machine does not have itself, each with the way out that the broker sees as it. */
export const OutboundAddresses = z
  .string()
  .optional()
  .transform((text = '', context): ReadonlyMap<string, Egress> => {
    const pairs = text.split(',').map((pair) => pair.trim())
    const found = new Map<string, Egress>()
    for (const [index, pair] of pairs.entries()) {
      if (pair === '') continue
      const equals = pair.indexOf('=')
      const registered = pair.slice(0, equals).trim()
      const egress = readEgress(pair.slice(equals + 1).trim())
      if (isIP(registered) !== 0 && egress) found.set(registered, egress)
      // Its number, because the pair may contain a password.
      else context.addIssue(`${EXPECTED}, and number ${index + 1} is not one`)
    }
    return found
  })

function readEgress(text: string): Egress | undefined {
  if (isIP(text) !== 0) return { localAddress: text }
  const proxy = readProxy(text)
  return proxy && { proxy }
}

/** `http://user:password@host:port`, nothing behind it. */
function readProxy(text: string): ForwardProxy | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, username, password, hostname, port, pathname, search, hash } = new URL(text)
  const isAddressAlone = protocol === 'http:' && hostname !== '' && pathname + search + hash === '/'
  if (!isAddressAlone) return undefined
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || 80),
    userInfo: username === '' ? null : `${unescape(username)}:${unescape(password)}`,
  }
}
