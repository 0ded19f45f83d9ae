import { seededRandomness } from '../../ports/seeded-randomness.ts'
import type { VirtualTime } from '../../ports/virtual-time.ts'
import type { AngelOneSetup } from '../angel-one/angel-one-account.ts'

/** An account whose broker is played by the test: it answers every call of the wire. */
export function playedSetup({ clock, timers }: VirtualTime, wire: AngelOneSetup['wire']): AngelOneSetup {
  return {
    credentials: { apiKey: 'key', clientCode: 'A1', mpin: '1234', totpSecret: 'JBSWY3DPEHPK3PXP' },
    restUrl: 'http://played',
    orderUpdatesUrl: 'ws://played',
    feedUrl: 'ws://played',
    clock,
    timers,
    randomness: seededRandomness(7),
    usedTotpWindows: new Map(),
    sockets: () => ({ sendText: () => {}, close: () => {} }),
    wire,
  }
}
