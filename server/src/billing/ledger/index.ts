export { postEntry } from './post-entry.ts'
export { readCredit } from './read-credit.ts'
