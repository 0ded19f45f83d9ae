import type { RefusalCode } from '@trading-bot/contract/rest/refusals'
import { ApiFailure } from './api-failure.ts'

export function refusedWith(failure: unknown, code: RefusalCode): boolean {
  return failure instanceof ApiFailure && failure.body['code'] === code
}
