import type { Notice } from './notice.ts'
import { type LegalVariant, variantKey } from './variant.ts'

/** On paper there is nothing to add: no order leaves the platform. */
export function riskOf(variant: LegalVariant): Notice {
  const { hosting, black_boxes } = variant
  const isLive = hosting === 'own-logic' || hosting === 'provider'
  return {
    version: isLive || black_boxes ? `2026-11-19-${variantKey(variant)}` : '2026-11-16',
    title: 'Risk disclosure',
    summary: 'Trading can lose money. Read this before a bot trades for you.',
    sections: [
      {
        heading: 'You can lose money',
        paragraphs: [
          'Investments in the securities market are subject to market risks. You can lose part or all of the capital you give to a bot. SEBI has found that 7 in 10 individuals who traded intraday in equity cash made a loss in 2022-23.',
          'Returns are neither promised nor assured, by us or by any strategy, and no strategy on this platform is advice for your situation. Trade only with money you can afford to lose.',
        ],
      },
      {
        heading: 'Risks of automated orders',
        paragraphs: [
          'A bot follows its rules even when they do not suit the market. It can trade often, and charges and taxes can turn a gross profit into a net loss.',
          'Prices can jump past a stop-loss: the exit then happens at a worse price than the stop. In a fast or thin market, or at a price band, an exit may not be possible at all.',
          'Software, networks, brokers and exchanges fail. An order may be late, rejected, filled in part, or its outcome unknown for a time. We reconcile with your broker and never resend an order whose outcome is unknown, but a position may stay open meanwhile. Keep your broker’s own app at hand.',
        ],
      },
      ...(isLive || black_boxes
        ? [
            {
              heading: 'Whose logic trades',
              paragraphs: [...(isLive ? [LOGIC[hosting]] : []), ...(black_boxes ? [BLACK_BOX] : [])],
            },
          ]
        : []),
      {
        heading: 'Backtests and paper trading',
        paragraphs: [
          'Backtests and paper trades are simulations. They assume fills, prices and charges that the market may not give you, and a strategy fitted to the past often fails afterwards.',
        ],
      },
      {
        heading: 'What limits your risk',
        paragraphs: [
          'Every bot starts on paper. You set the capital, daily loss limit and order limits; you can stop the bot at any time, and you can ask it to close its positions. These limits reduce risk and do not remove it: a loss can exceed a limit when prices jump.',
        ],
      },
      {
        heading: 'Regulation',
        paragraphs: [
          'Retail algorithmic trading is permitted only through your broker, with algorithms registered at the exchange by the broker. Registration is not an approval of the strategy or its results by SEBI or the exchange.',
        ],
      },
    ],
  }
}

const LOGIC = {
  'own-logic':
    'You trade by parameters of your own. Nobody checks whether they suit you or the market; their losses are yours.',
  provider:
    'A strategy follows the provider’s logic. The broker and the exchange register it, which says nothing about its results; its losses are yours. Read its sheet before you accept it.',
}

const BLACK_BOX =
  'The logic of a black box is not disclosed: you cannot foresee its orders or check its reasons, and you rely on the research analyst whose registration and report its sheet names.'
