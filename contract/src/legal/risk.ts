import type { Notice } from './notice.ts'

export const RISK: Notice = {
  version: '2026-11-16',
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
