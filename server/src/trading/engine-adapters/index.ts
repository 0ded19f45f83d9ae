export { engineRoutes } from './engines/engine-routes.ts'
export { DEMO_MARKET, openMarket } from './prices/open-market.ts'
export { recordHistory } from './record-history.ts'
export { startTrading, type Trading } from './start-trading.ts'
