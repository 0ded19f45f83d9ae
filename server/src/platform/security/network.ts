import { isIPv6 } from 'node:net'

/**
 * What a network address counts as: an IPv4 address itself, and the /64 of an IPv6 address, because one subscriber holds
 * 2^64 of those.
 */
export function networkOf(address: string): string {
  const plain = address.replace(/%.*$/, '')
  if (!isIPv6(plain)) return plain
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1]
  return mapped ?? `${groupsOf(plain).slice(0, 4).join(':')}::/64`
}

/** The eight groups of an IPv6 address, in the shortest spelling of each. */
function groupsOf(address: string): string[] {
  // The URL parser knows every spelling of an address and returns one of them.
  const [head = '', tail = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === '' ? [] : tail.split(':')
  const missing = Array.from({ length: 8 - left.length - right.length }, () => '0')
  return [...left, ...missing, ...right]
}
