export { followPrices } from './follow-prices.ts'
export { addFeedGauges, startFeed } from './start-feed.ts'
