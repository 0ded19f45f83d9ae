export { openEventStream } from './open-event-stream.ts'
export { busNotices, databaseNotices } from './watch-notices.ts'
export { deleteChangesBefore } from './change-store.ts'
