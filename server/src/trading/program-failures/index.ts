export { reportFailure, reportWorking } from './report-failure.ts'
