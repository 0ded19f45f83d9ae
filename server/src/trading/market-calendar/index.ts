import * as calendar from '@trading-bot/contract/rest/trading/calendar'
import { bindRoute } from '../../platform/http/bind-route.ts'
import {
  confirmCalendarYear,
  deleteHoliday,
  deleteSessionHours,
  deleteSpecialSession,
  saveHoliday,
  saveSessionHours,
  saveSpecialSession,
} from './change-calendar.ts'
import { importHolidays } from './import-holidays.ts'
import { readCalendar, readCalendarAlerts, readCalendarHistory } from './read-calendar.ts'
import { readMarketSession } from './read-market-session.ts'

export { readAuctionMembership, recordAuctionMembership } from './auction-membership.ts'
export { openCalendar } from './open-calendar.ts'
export { countCalendarDaysLeft, listCalendarAlerts } from './read-calendar.ts'
export { marketSessionAt } from './read-market-session.ts'
export { warnOfUnknownYear } from './warn-of-unknown-year.ts'
export const calendarRoutes = [
  bindRoute(calendar.readCalendar, readCalendar),
  bindRoute(calendar.readCalendarHistory, readCalendarHistory),
  bindRoute(calendar.readCalendarAlerts, readCalendarAlerts),
  bindRoute(calendar.confirmCalendarYear, confirmCalendarYear),
  bindRoute(calendar.saveHoliday, saveHoliday),
  bindRoute(calendar.deleteHoliday, deleteHoliday),
  bindRoute(calendar.saveSpecialSession, saveSpecialSession),
  bindRoute(calendar.deleteSpecialSession, deleteSpecialSession),
  bindRoute(calendar.saveSessionHours, saveSessionHours),
  bindRoute(calendar.deleteSessionHours, deleteSessionHours),
  bindRoute(calendar.importHolidays, importHolidays),
  bindRoute(calendar.readMarketSession, readMarketSession),
]
