export { DEMO_MARKET, openMarket } from './prices/open-market.ts'
export { engineTelemetry } from './engine-telemetry.ts'
export { recordHistory } from './record-history.ts'
export { startTrading, type Trading } from './start-trading.ts'
