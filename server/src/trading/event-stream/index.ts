export { openLiveHub } from './open-live-hub.ts'
export { sweepChanges } from './sweep-changes.ts'
