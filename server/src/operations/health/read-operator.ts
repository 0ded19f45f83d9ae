import type { readOperator as spec } from '@trading-bot/contract/rest/operations/platform'
import { readLegalVariant } from '../../accounts/consents/index.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'

export const readOperator: UseCase<typeof spec> = async ({ db, config }) => {
  const { name, address, gstin } = config.seller
  const legal = await readLegalVariant(db, config)
  return { name, address, gstin, grievance_email: config.grievanceEmail, legal }
}
