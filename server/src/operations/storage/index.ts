export { watchStorage } from './watch-storage.ts'
