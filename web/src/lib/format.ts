// Dates and times in India time, whatever the browser's time zone is. Money is formatted by core's formatRupees.
const ZONE = 'Asia/Kolkata'
const styles = {
  date: new Intl.DateTimeFormat('en-IN', { timeZone: ZONE, day: '2-digit', month: 'short', year: 'numeric' }),
  clock: new Intl.DateTimeFormat('en-IN', { timeZone: ZONE, timeStyle: 'medium', hourCycle: 'h23' }),
  time: new Intl.DateTimeFormat('en-IN', { timeZone: ZONE, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
} as const

type Moment = string | number | Date | null | undefined

/** 15 Nov 2026 */
export function formatDate(moment: Moment): string {
  return formatWith((date) => styles.date.format(date), moment)
}

/** 15 Nov 2026, 09:15 */
export function formatDateTime(moment: Moment): string {
  return formatWith((date) => `${styles.date.format(date)}, ${styles.time.format(date)}`, moment)
}

/** 09:15 */
export function formatTime(moment: Moment): string {
  return formatWith((date) => styles.time.format(date), moment)
}

/** 09:15:07 */
export function formatClock(moment: Moment): string {
  return formatWith((date) => styles.clock.format(date), moment)
}

function formatWith(write: (date: Date) => string, moment: Moment): string {
  if (moment === null || moment === undefined || moment === '') return 'N/A'
  try {
    const date = new Date(moment)
    return Number.isNaN(date.getTime()) ? 'Invalid Date' : write(date)
  } catch {
    return 'Date Error'
  }
}
