import {
  readCalendar,
  readCalendarAlerts,
  readCalendarHistory,
  readMarketSession,
} from '@trading-bot/contract/rest/trading/calendar'

/** Queries to invalidate after the calendar was edited. */
export const CALENDAR_QUERIES = [readCalendar, readCalendarHistory, readCalendarAlerts, readMarketSession]
