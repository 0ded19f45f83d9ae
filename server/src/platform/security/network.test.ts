import fc from 'fast-check'
import { expect, test } from 'vitest'
import { networkOf } from './network.ts'

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['unknown', 'unknown'],
])('%s counts as %s', (address, network) => expect(networkOf(address)).toBe(network))

test('addresses of one /64 count together, whatever their spelling, and those of two do not', () => {
  const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16))
  const half = fc.array(group, { minLength: 4, maxLength: 4 })
  fc.assert(
    fc.property(half, half, half, half, (one, other, host, another) => {
      const network = networkOf([...one, ...host].join(':'))
      expect(networkOf([...one, ...another].map((part) => part.padStart(4, '0').toUpperCase()).join(':'))).toBe(network)
      fc.pre(one.join(':') !== other.join(':'))
      expect(networkOf([...other, ...host].join(':'))).not.toBe(network)
    }),
  )
})
