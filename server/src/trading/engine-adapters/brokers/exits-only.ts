import type { Broker } from '@trading-bot/engine/ports'

/** When real money is switched off for the platform, open positions are still sold; nothing is bought any more. */
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
