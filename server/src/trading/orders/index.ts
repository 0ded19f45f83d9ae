export { entriesSince } from './entries-since.ts'
export { isTrade } from './is-trade.ts'
export { countExposure, countOpenPositions } from './count-exposure.ts'
