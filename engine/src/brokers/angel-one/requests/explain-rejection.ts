type RejectionRow = { readonly text: RegExp; readonly sentence: string }

// Rejection texts that the risk system and the exchange put into the order book. First match wins.
const REJECTIONS: readonly RejectionRow[] = [
  { text: /holdings?/i, sentence: 'You do not hold enough of these shares to sell.' },
  {
    text: /insufficient funds|margin (exceeds|shortfall)|insufficient margin/i,
    sentence: 'There is not enough money in your Angel One account for this order.',
  },
  { text: /market is (not open|closed)|trading market/i, sentence: 'The market was closed.' },
  { text: /tick size/i, sentence: 'The price did not lie on a tick of the symbol.' },
  { text: /price range|circuit|price band|\bLPP\b/i, sentence: 'The price was outside today’s band of the symbol.' },
  { text: /trigger price/i, sentence: 'The price had already passed the stop.' },
  { text: /freeze|quantity exceeds/i, sentence: 'The quantity was larger than the exchange takes in one order.' },
  {
    text: /not allowed|blocked|surveillance|\bASM\b|\bGSM\b/i,
    sentence: 'Angel One does not allow this symbol or product for your account.',
  },
]

/** Puts a sentence for the user before the broker's text, if the text is known. */
export function explainRejection(text: string): string {
  const known = REJECTIONS.find((row) => row.text.test(text))
  return known ? `${known.sentence} (${text})` : text
}
