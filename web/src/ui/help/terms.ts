/** The words of trading that a beginner asks about, each explained in two sentences at most. */
export const TERMS = {
  stop: {
    name: 'Stop',
    text: 'The price at which the bot gives up: it closes the position there so that a loss stays small. In a fast market the real exit can be worse.',
  },
  target: {
    name: 'Target',
    text: 'The price at which the bot is satisfied: it closes the position there and takes the profit.',
  },
  drawdown: {
    name: 'Drawdown',
    text: 'How far your result has fallen below its best so far. It says how much patience, and money, the way cost.',
  },
  roundTrip: {
    name: 'Round trip',
    text: 'One entry and its exit together. Profit and charges are only known once both are done.',
  },
  paper: {
    name: 'Paper',
    text: 'The bot trades on live prices with virtual money. Charges are counted as your broker would, so the result is comparable.',
  },
  live: {
    name: 'Live',
    text: 'Orders go to your broker and trade your own money. A live start always asks for your password.',
  },
} as const

export type TermKey = keyof typeof TERMS

/** A word that only one screen explains. */
export type Definition = { readonly name: string; readonly text: string }
