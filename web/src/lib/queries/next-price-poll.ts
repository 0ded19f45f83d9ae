const PRICE_POLL_MS = 5_000
const TOO_SOON_MS = 250

/**
 * Milliseconds until prices are read again. Every query that shows them uses this, so that all of them ask at the same
 * moment and a figure shown in two places is the same in both.
 */
export function nextPricePollMs(): number {
  const waitMs = PRICE_POLL_MS - (Date.now() % PRICE_POLL_MS)
  return waitMs < TOO_SOON_MS ? waitMs + PRICE_POLL_MS : waitMs
}
