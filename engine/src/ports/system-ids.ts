import { randomUUID } from 'node:crypto'
import type { Ids } from './ids.ts'

export const systemIds: Ids = { next: () => randomUUID() }
