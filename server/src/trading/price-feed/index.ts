export { followPrices } from './follow-prices.ts'
export { startFeed } from './start-feed.ts'
