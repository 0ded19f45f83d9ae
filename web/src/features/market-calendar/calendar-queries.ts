import {
  readCalendar,
  readCalendarAlerts,
  readCalendarHistory,
  readMarketSession,
} from '@trading-bot/contract/rest/calendar'

/** What an edit of the calendar changes on the screen. */
export const CALENDAR_QUERIES = [readCalendar, readCalendarHistory, readCalendarAlerts, readMarketSession]
