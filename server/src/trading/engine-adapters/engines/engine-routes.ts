import { listEngines as spec } from '@trading-bot/contract/rest/operations/engines'
import { bindRoute } from '../../../platform/http/bind-route.ts'
import { listEngines } from './list-engines.ts'

export const engineRoutes = [bindRoute(spec, listEngines)]
