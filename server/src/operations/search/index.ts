import { searchEverything as spec } from '@trading-bot/contract/rest/operations/search'
import { bindRoute } from '../../platform/http/bind-route.ts'
import { searchEverything } from './search-everything.ts'

export const searchRoutes = [bindRoute(spec, searchEverything)]
