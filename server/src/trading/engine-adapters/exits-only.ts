import type { Broker } from '@trading-bot/engine/ports'

/** Where real money is switched off for the platform, what is held is still sold; nothing is bought any more. */
export function exitsOnly(broker: Broker): Broker {
  return {
    ...broker,
    place: async (request) =>
      request.purpose === 'ENTRY'
        ? {
            kind: 'refused',
            code: 'LIVE_TRADING_OFF',
            sentence: 'Live trading is switched off for the platform.',
            isRetryable: false,
          }
        : broker.place(request),
  }
}
