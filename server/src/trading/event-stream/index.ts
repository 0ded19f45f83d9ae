export { openEventStream } from './open-event-stream.ts'
export { deleteChangesBefore } from './change-store.ts'
