export { countEntriesToday } from './count-entries-today.ts'
export { countExposure } from './count-exposure.ts'
