export { openEventStream } from './open-event-stream.ts'
export { sweepChanges } from './sweep-changes.ts'
