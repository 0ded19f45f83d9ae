import type { Call } from '@trading-bot/contract/rest/call'
import fc from 'fast-check'
import * as z from 'zod/mini'
import { requestsFor } from './api-requests.ts'
import { fitsSchema, type Schema } from './fits-schema.ts'

const UNKNOWN_ID = '01a1dd09-4f97-7ffe-aa39-a1da3a6f87e2'

/** Bodies that the parser takes, so that it is the use case which refuses; none where chance finds none. */
export function validBodies(spec: Call): string[] {
  if (!spec.body) return ['']
  const schema = z.toJSONSchema(spec.body, { io: 'input', unrepresentable: 'any' }) as Schema & { $schema?: string }
  const { $schema: _, ...body } = schema
  const requests = requestsFor({ parameters: [], body, takesFile: false }, [UNKNOWN_ID])
  const made = fc.sample(requests, { seed: 18, numRuns: 300 }).filter(({ text }) => text === undefined)
  const valid = made.filter((each) => fitsSchema(body, each.body) && spec.body?.safeParse(each.body).success)
  return valid.slice(0, 3).map((each) => JSON.stringify(each.body))
}
