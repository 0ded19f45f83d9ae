export { countExposure } from './count-exposure.ts'
