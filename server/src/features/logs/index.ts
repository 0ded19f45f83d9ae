export { recordLog } from './record-log.ts'
