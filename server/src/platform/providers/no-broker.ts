import type { BrokerDesk } from './broker-desk.ts'

/** No broker is connected: every log-in is unreachable, which proves nothing about the credentials. */
export const noBroker: BrokerDesk = { tryLogIn: async () => ({ kind: 'unreachable' }) }
