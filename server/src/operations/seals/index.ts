export { sealAndReport } from './seal-and-report.ts'
