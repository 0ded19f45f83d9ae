import type { readAlgoSheet as spec } from '@trading-bot/contract/rest/trading/algos'
import { refuse } from '@trading-bot/contract/rest/refusals'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import { findVersionLogic } from '../../strategies/index.ts'
import { drawSheet } from './draw-sheet.ts'
import { readHours } from './read-hours.ts'
import { OPEN, whiteBoxSheet } from './white-box-sheet.ts'

/** For the broker and the exchange, to whom a program is always disclosed. */
export const readAlgoSheet: UseCase<typeof spec> = async ({ db, clock }, { logic_hash }) => {
  const logic = await findVersionLogic(db, logic_hash)
  if (!logic) return refuse('ALGO_HASH_UNKNOWN')
  const now = clock.now()
  const about = { hash: logic_hash, version: logic.number, hours: await readHours(db, now), box: OPEN }
  return drawSheet(whiteBoxSheet(logic, about), now)
}
