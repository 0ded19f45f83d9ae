import type { BotType } from '@trading-bot/contract/rest/billing/plans'
import type { BotForm } from '@trading-bot/contract/rest/trading/bot-form'

const CROSSING =
  'Crossings come late and often fail in a market without a trend: several small losses in a row, each with its charges, are normal there.'
const REVERSAL =
  'It bets against the last move. In a strong trend the price goes on, and one loss can be larger than several gains before it.'

const OWN: Readonly<Record<BotType, readonly string[]>> = {
  ema_strategy: [CROSSING],
  macd_strategy: [CROSSING],
  rsi_strategy: [REVERSAL],
  bollinger_strategy: [
    REVERSAL,
    'When volatility rises the bands widen after the fact, so that entries come too early.',
  ],
  momentum_strategy: [
    'It joins a move that is under way. If the move turns right after the entry, it has bought the top.',
  ],
  multiple_stokes_strategy: [
    CROSSING,
    'Long and short positions can lose at the same time, and shares of one sector move together.',
  ],
  custom_strategy: [],
}

const EVERY: readonly string[] = [
  'A price can jump past the stop: after news, at the opening or at a price band the exit happens at a worse price, or not at once.',
  'An order can be filled in part, late or not at all. A LIMIT order may miss a move; a position then has another size or price than the rule assumed.',
  'Broker, exchange, data feed, network or this platform can fail. While prices are missing no entry is decided; a stop resting at the exchange still works, everything else waits.',
  'Charges and taxes of many trades can turn a gross profit into a net loss.',
]

/** The author's words come first: nobody knows a program better. */
export function knownRisks({ bot_type, known_risks }: Pick<BotForm, 'bot_type' | 'known_risks'>): readonly string[] {
  return [...paragraphs(known_risks), ...OWN[bot_type], ...EVERY]
}

export function paragraphs(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
