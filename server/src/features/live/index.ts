export type { Listener } from './live-room.ts'
export { type LiveHub, openLiveHub } from './open-live-hub.ts'
export { sweepChanges } from './sweep-changes.ts'
