export { SymbolChart } from './symbol-chart.tsx'
