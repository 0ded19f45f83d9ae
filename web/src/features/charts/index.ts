export { StrategyChart } from './strategy-chart.tsx'
export { SymbolChart } from './symbol-chart.tsx'
