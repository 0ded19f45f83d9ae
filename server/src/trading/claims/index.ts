export { claimOf, maySeePerformance, type Viewer } from './may-see-performance.ts'
