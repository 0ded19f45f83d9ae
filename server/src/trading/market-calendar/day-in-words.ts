import { dayNumberOf, weekday } from '@trading-bot/core/time'

export const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
export const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Sun, 8 Nov 2026 */
export function dayInWords(day: string): string {
  const [year, month, date] = day.split('-').map(Number)
  return `${weekdayOf(day).slice(0, 3)}, ${date} ${MONTHS[(month ?? 1) - 1]} ${year}`
}

export function weekdayOf(day: string): string {
  return WEEKDAYS[weekday(dayNumberOf(day))] ?? ''
}
