import type { Broker } from '@trading-bot/engine/ports'

type Denial = { readonly code: string; readonly sentence: string }

const LIVE_TRADING_OFF: Denial = {
  code: 'LIVE_TRADING_OFF',
  sentence: 'Live trading is switched off for the platform.',
}

/** What is held is still sold, also when real money is switched off for the platform; nothing is bought any more. */
export function exitsOnly(broker: Broker): Broker {
  return withDeniedEntries(broker, () => LIVE_TRADING_OFF)
}

/** Exits pass, and so do entries of instruments that are not denied. */
export function withDeniedEntries(broker: Broker, denialOf: (token: string) => Denial | null): Broker {
  return {
    ...broker,
    place: async (request) => {
      const denial = request.purpose === 'ENTRY' ? denialOf(request.instrument.token) : null
      return denial
        ? { kind: 'rejected', code: denial.code, sentence: denial.sentence, isRetryable: false }
        : broker.place(request)
    },
  }
}
