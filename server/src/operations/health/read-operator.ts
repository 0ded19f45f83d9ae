import type { readOperator as spec } from '@trading-bot/contract/rest/operations/platform'
import type { UseCase } from '../../platform/http/bind-route.ts'

export const readOperator: UseCase<typeof spec> = async ({ config: { seller, grievanceEmail } }) => ({
  name: seller.name,
  address: seller.address,
  gstin: seller.gstin,
  grievance_email: grievanceEmail,
})
