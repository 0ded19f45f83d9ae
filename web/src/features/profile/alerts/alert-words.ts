import type { AlertKind } from '@trading-bot/contract/rest/accounts/alerts'

type Words = {
  readonly title: string
  readonly about: string
  /** Under the switches of the bot's configuration. */
  readonly isOfBot: boolean
}

export const ALERT_WORDS: Readonly<Record<AlertKind, Words>> = {
  fills: { title: 'Orders filled', about: 'Every 15 minutes, together', isOfBot: true },
  exits: { title: 'Stop or target hit', about: 'With the result of the round trip', isOfBot: true },
  limits: { title: 'Limit reached', about: 'Daily loss or profit, orders, drawdown', isOfBot: true },
  bot: { title: 'Bot stopped or in error', about: 'Also when your broker rejects an order', isOfBot: true },
  credentials: { title: 'Broker access lost', about: 'Always mailed: you need to act', isOfBot: true },
  plan: { title: 'Plan ending', about: 'Three days ahead, if it does not renew itself', isOfBot: false },
  summary: { title: 'Daily summary', about: 'After the close, on days with trades', isOfBot: false },
}
