import type { Broker } from '@trading-bot/engine/ports'

type Denial = { readonly code: string; readonly sentence: string }

const LIVE_TRADING_OFF: Denial = {
  code: 'LIVE_TRADING_OFF',
  sentence: 'Live trading is switched off for the platform.',
}

/** What is held is still sold, also when real money is switched off for the platform; nothing is bought any more. */
export function exitsOnly(broker: Broker, denial = LIVE_TRADING_OFF): Broker {
  return {
    ...broker,
    place: async (request) =>
      request.purpose === 'ENTRY'
        ? { kind: 'rejected', code: denial.code, sentence: denial.sentence, isRetryable: false }
        : broker.place(request),
  }
}
