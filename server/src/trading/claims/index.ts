export { claimOf } from './may-see-performance.ts'
export { type Held, viewerOf } from './viewer-of.ts'
