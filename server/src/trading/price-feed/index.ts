export { followPrices } from './follow-prices.ts'
export { readLeadingTerm } from './stand-for-leader.ts'
export { addFeedGauges, startFeed } from './start-feed.ts'
